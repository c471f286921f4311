"""What people say must lead to the words of statutes, and to no others."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from retrieval.french import terms, words
from retrieval.lexicon import InvalidLexicon, Lexicon, LexiconEntry
from retrieval.lexicon_patterns import slots
from storage.registers import themes

LEXICON = Lexicon.load()


def meant(question: str) -> set[str]:
    """Stems of all that the lexicon adds to a question."""
    found = LEXICON.matches(words(question))
    return {term for match in found for target, _ in match.targets for term in terms(target)}


def spoken(says: str) -> list[str]:
    """A pattern said aloud: the first of its alternatives each."""
    firsts = (token.split("|")[0] for token in says.split())
    said = (LEXICON.classes[first[1:]][0] if first[0] == "@" else first for first in firsts)
    return [word for each in said for word in words(each)]


def test_the_lexicon_is_broad() -> None:
    assert len(LEXICON.entries) >= 1500
    assert sum(entry.language == "en" for entry in LEXICON.entries) >= 400
    assert sum(len(entry.says) for entry in LEXICON.entries) >= 8000


def entries_of(source: str) -> list[LexiconEntry]:
    return [entry for entry in LEXICON.entries if entry.source == source]


FILES = sorted({entry.source for entry in LEXICON.entries})


@pytest.mark.parametrize("source", FILES)
def test_every_entry_is_well_formed(source: str) -> None:
    for entry in entries_of(source):
        assert all(terms(target) for target, _ in entry.targets), entry.says
        assert all(0 < weight <= 1 for _, weight in entry.targets), entry.says
        assert len(dict(entry.targets)) == len(entry.targets), f"a target is there twice: {entry.says}"
        assert len(set(entry.says)) == len(entry.says), f"a pattern is there twice: {entry.says}"
        assert set(entry.themes) <= set(themes.every()), entry.says


@pytest.mark.parametrize("source", FILES)
def test_each_way_of_saying_finds_its_entry(source: str) -> None:
    lost = [
        says
        for entry in entries_of(source)
        for says in entry.says
        if all(
            match.entry is not entry
            for match in LEXICON.matches(spoken(says), english=entry.language == "en")
        )
    ]
    assert lost == []


def test_no_two_entries_share_a_way_of_saying() -> None:
    owners: dict[tuple[tuple[str, ...], ...], set[str]] = defaultdict(set)
    for entry in LEXICON.entries:
        for says in entry.says:
            compiled = tuple(sorted(tuple(sorted(s.keys)) for s in slots(says, entry, LEXICON.classes)))
            owners[compiled].add(entry.says[0])
    assert [names for names in owners.values() if len(names) > 1] == []


def test_every_theme_is_reached_in_french() -> None:
    reached = {theme for entry in LEXICON.entries if entry.language == "fr" for theme in entry.themes}
    assert set(themes.every()) - reached == set()
    assert len(themes.every()) == 299


WORDINGS = """
expulsion: je n'arrive plus à payer mon loyer|on peut plus payer le loyer|impossible de payer notre loyer
expulsion: le proprio nous met dehors|j'ai trois mois de loyers impayés|nous allons être expulsés du logement
surendettement: je croule sous les dettes|on n'arrive plus à rembourser nos crédits|l'huissier est passé
locataires: mon propriétaire ne veut rien réparer|un HLM mal entretenu|l'ascenseur est en panne
sans-abri: je dors dans ma voiture|un SDF en bas de chez moi|on n'a nulle part où dormir
aide alimentaire: mon frigo est vide|où trouver un colis alimentaire ?|j'ai faim et plus un sou
demandeurs d'emploi: j'ai perdu mon boulot|je cherche du taf|au chômage depuis deux ans
alphabétisation: je voudrais apprendre le français|ma voisine ne parle pas français|cours de FLE
étrangers: je suis sans papiers|mon titre de séjour est refusé|un réfugié chez nous
violences conjugales: mon mari me frappe|mon conjoint est violent|j'ai peur de mon ex
détenus: mon frère est en prison|aller au parloir|mon fils est incarcéré
médiation familiale: on se sépare, mon mari et moi|je divorce|problèmes de couple
deuil: notre fille est morte|j'ai perdu mon fils|ma mère est décédée
crèche: qui peut garder mon bébé ?|je cherche une place en crèche|une garderie près de la gare
soutien scolaire: mon fils a du mal à l'école|aide aux devoirs|ma fille est nulle en maths
violence scolaire: ma fille est harcelée au collège|mon gamin se fait taper à l'école
troisième âge: ma mère s'ennuie depuis sa retraite|un club de retraités|les aînés du village
aide à domicile: papa ne peut plus rester seul à la maison|une aide-ménagère|portage de repas
rompre l'isolement: je viens d'emménager, je ne connais personne|je me sens seul|comment se faire des amis
anorexie: ma fille ne mange plus rien|mon ado se fait vomir|troubles alimentaires
toxicomanie: mon fils fume des joints|mon fils se drogue|accro à la coke
alcooliques: mon mari boit trop|je voudrais arrêter de boire|alcoolique anonyme
autisme: mon petit-fils est autiste|syndrome d'Asperger|école et TSA
hyperactivité: mon fils ne tient pas en place|un enfant hyperactif|TDAH
sourds: mon père n'entend plus|apprendre la langue des signes|LSF
aveugles: ma mère ne voit plus|livres lus|malvoyant
alzheimer: ma mère perd la mémoire|mamie oublie tout|maladie d'Alzheimer
suicide: j'ai envie de mourir|il parle de se suicider|en finir avec la vie, je veux en finir
danse orientale: danse du ventre|danser du ventre
cartes belote: on veut taper le carton|jouer aux cartes le soir
football loisir: taper le ballon entre copains|du foot loisir sans compétition
randonnée: nous marchons tous les dimanches|une rando en groupe|des balades à pied
pétanque: jouer aux boules|un concours de pétanque
équitation: monter à cheval|ma fille veut faire du poney
chorale: j'aimerais chanter dans un chœur|une chorale gospel près d'ici
théâtre: monter sur les planches|jouer une pièce avec une troupe
couture: j'adore coudre|un cours de couture|une machine à coudre
tricot: apprendre à tricoter|un café-tricot
broderie: le point de croix|broder des nappes
collectionneurs: je collectionne les capsules de champagne|une collection de fèves
véhicules anciens: ma vieille 2CV|restaurer une voiture de collection|rouler en ancienne : vieille bagnole
généalogie: qui étaient mes ancêtres ?|faire mon arbre généalogique|d'où vient ma famille
anciens combattants: mon père a fait la guerre d'Algérie|prisonnier de guerre|ACPG-CATM
jardins familiaux: une parcelle pour faire un potager|une parcelle dans un jardin partagé
apiculteurs: je viens d'installer une ruche|un essaim d'abeilles dans le jardin
protection des animaux: j'ai trouvé un chien perdu|adopter un chat|la SPA
oiseaux blessés: j'ai trouvé un oiseau blessé|un hérisson blessé sur la route
décharge: non au projet de décharge|non à l'incinérateur
éoliennes: un parc éolien près du village|contre les éoliennes
antennes-relais: une antenne 5G sur le toit de l'école|non aux antennes relais
chasse: le permis de chasser|une battue au sanglier|ACCA
pêche: taquiner le goujon|la truite en rivière|AAPPMA
bénévoles: donner un coup de main|me rendre utile|devenir bénévole
donneurs de sang: où donner son sang ?|la collecte de sang
humanitaire: construire une école au Sénégal|parrainer un enfant en Inde|une ONG
sapeurs-pompiers: devenir pompier|l'amicale de la caserne des pompiers
secourisme: apprendre les gestes qui sauvent|les premiers secours
informatique: ma grand-mère veut apprendre l'ordinateur|je ne comprends rien à internet
club d'investissement: investir en bourse|placer son argent en actions
consommateurs: un garagiste m'a arnaqué|l'assurance refuse de payer|UFC
comité des fêtes: organiser la fête du village|un vide-grenier au bourg
jumelage: notre ville jumelée|un correspondant allemand
gens du voyage: les gitans de Perpignan|une aire d'accueil pour les caravanes
anciens élèves: retrouver mes copains de lycée|une amicale de normaliens
syndicat: mon patron m'exploite|le harcèlement au travail|mes collègues me harcèlent
pollution: ils polluent notre rivière
défense de l'emploi: l'usine ferme à Noël et on est tous à la rue|ils licencient à l'usine
sinistrés: la rivière est entrée dans la maison|notre maison a brûlé
solidarité paysans: un éleveur étranglé par les banques
bégaiement: mon garçon bute sur les mots
astronomie: regarder les planètes dans un télescope|voir les anneaux de Saturne
arbres: on va couper le vieux chêne de la place
bonsaï: faire pousser des arbres nains
trompe de chasse: sonner du cor
groupement d'employeurs: embaucher un ouvrier à plusieurs fermes
création d'entreprise: je veux ouvrir mon commerce|il voudrait lancer sa boîte
mères seules: mon ex ne paie pas la pension alimentaire
personnes âgées isolées: ma voisine est toute seule et s'ennuie
vestiaire: des habits pour mes gosses
services publics: plus de poste ni de train au village
TGV: un TGV doit passer dans nos vignes
formation professionnelle: reprendre des études à quarante ans
danse classique: ma petite rêve d'être danseuse étoile
"""


@pytest.mark.parametrize(
    ("target", "question"),
    [
        (target, question)
        for line in WORDINGS.strip().splitlines()
        for target, _, questions in [line.partition(": ")]
        for question in questions.split("|")
    ],
)
def test_situations_are_understood_in_several_wordings(target: str, question: str) -> None:
    assert set(terms(target)) <= meant(question)


FALSE_RELATIVES = """
nous marchons tous les dimanches: commerçants producteurs
le marché de Noël du village: randonnée pédestre
je veux porter plainte: plaisanciers plaisance
une salle pour les cours de justice: danse couture
un bout de chemin: boutis broderie couture
les habitants de la commune: communiste
le système solaire: arts martiaux
cours de danse: course à pied
nous préservons la vallée: préservatif sida
nos amis les bêtes: amiante
ma fille mange bien à la cantine: bande dessinée
une réunion dans la salle: réunionnais
réserver une table: réservistes armée
vol libre en montagne: victimes infractions
viole de gambe: violences sexuelles
papier mâché pour enfants: étrangers réfugiés
les échecs scolaires: échiquier
une voile latine sur le lac: islamique
internet au village: déportés internés
le pouvoir d'achat: féministe homosexuels
une histoire de mort et de légende: endeuillés
des pots en terre cuite: alcooliques
ma licence sportive: chômeurs
on va au marché: professionnelle
un club d'automobiles: usagers route
la maison, je ne sais pas: surendettement
mon fils est débarrassé: donneurs dons
"""


@pytest.mark.parametrize("line", FALSE_RELATIVES.strip().splitlines())
def test_false_relatives_are_not_taken_for_each_other(line: str) -> None:
    question, _, strangers = line.partition(": ")
    assert meant(question).isdisjoint(terms(strangers))


@pytest.mark.parametrize(
    ("question", "target"),
    [
        ("learn French for free in Nevers", "alphabétisation"),
        ("I can't pay my rent any more", "expulsion"),
        ("knitting", "tricot"),
        ("chess club Lyon", "échecs"),
        ("hiking with a group on Sundays", "randonnée"),
        ("where can I sing in a choir?", "chorale"),
        ("my husband beats me", "violences conjugales"),
        ("I had a stroke", "aphasiques"),
        ("is there a playgroup for my toddler?", "crèche"),
        ("help with homework for my son", "soutien scolaire"),
        ("dogs", "chiens"),
        ("they want to build a landfill", "décharge"),
        ("someone to look after my children", "crèche"),
        ("I am looking for a food bank", "aide alimentaire"),
    ],
)
def test_english_questions_lead_to_french_words(question: str, target: str) -> None:
    assert LEXICON.is_english(words(question))
    assert set(terms(target)) <= meant(question)


@pytest.mark.parametrize(
    "question",
    ["club de lecture", "je cherche un club de tennis", "photo club", "aquarelle", "le chat de ma voisine"],
)
def test_french_questions_are_no_english(question: str) -> None:
    assert not LEXICON.is_english(words(question))


def test_short_forms_lead_to_long_ones_and_back() -> None:
    assert set(terms("accident vasculaire cérébral")) <= meant("un AVC")
    assert "admr" in meant("aide à domicile en milieu rural")
    assert set(terms("aide à domicile")) <= meant("A.D.M.R.")


def test_more_words_beat_fewer_and_use_them_up() -> None:
    [match] = LEXICON.matches(words("danse du ventre"))
    assert match.positions == (0, 2)
    assert match.entry.only


def test_faint_words_do_not_make_a_saying_stronger() -> None:
    assert "porcelain" in meant("un cours de peinture sur porcelaine")
    assert "tricot" in meant("un club de tricot pour débutantes")


def test_what_people_say_of_themselves_weighs_less_than_what_they_ask() -> None:
    found = LEXICON.matches(words("je suis au RSA et je voudrais passer mon permis pas cher"))
    weights = {target: weight for match in found for target, weight in match.targets}
    assert weights["insertion"] < weights["mobilité"]


def test_a_place_left_out_keeps_the_language() -> None:
    assert LEXICON.matches(["free", "french", "lessons", "", ""], english=True)


def test_words_far_apart_are_not_one_saying() -> None:
    far = "un loyer modéré dans une belle maison avec jardin pour ranger les outils et payer la taxe"
    assert not set(terms("expulsion")) <= meant(far)


def test_unless_words_rule_an_entry_out() -> None:
    assert "randon" not in {term[:6] for term in meant("la marche des fiertés")}


def test_synonyms_of_admins_work_in_every_direction() -> None:
    taught = LEXICON.with_synonyms([["Boulodrome couvert", "pétancodrome", "terrain de boules"]])
    [match] = taught.matches(words("un pétancodrome"))
    assert [target for target, _ in match.targets] == ["boulodrome couvert", "terrain de boules"]
    [back] = taught.matches(words("un boulodrome couvert"))
    assert [target for target, _ in back.targets] == ["petancodrome", "terrain de boules"]
    assert meant("un pétancodrome") == set()


def test_a_word_of_the_lexicon_is_known() -> None:
    assert LEXICON.knows("chomdu")
    assert not LEXICON.knows("chomdeur")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[entry]]\nsays = ['a b']", "needs means"),
        ("[[entry]]\nmeans = ['b']", "needs says"),
        ("[[entry]]\nsays = ['danse']\nmeans = ['b']\nmena = ['c']", "knows no field mena"),
        ("[[entry]]\nsays = ['danse|pas-de-deux']\nmeans = ['b']", "is not one word"),
        ("[[entry]]\nsays = ['@enfant danse']\nmeans = ['b']", "is no class"),
        ("[[entry]]\nsays = ['…']\nmeans = ['b']", "holds no word"),
        ("[[acronym]]\nshort = ['A']", "needs long"),
        ("[[entry", "whole file"),
    ],
)
def test_a_broken_file_says_what_is_wrong(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "dances.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidLexicon, match=reason) as raised:
        Lexicon.load(tmp_path)
    assert raised.value.source == "dances"
