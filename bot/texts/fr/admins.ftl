# Tenir l’annuaire : saisies guidées, historique, fichiers, équipe.

named = { $name } :
moment = { DATETIME($at, dateStyle: "medium", timeStyle: "short") }
the-command-line = ligne de commande
an-owner = propriétaire { $id }
a-person = personne { $id }
status-active = active
status-dissolved = dissoute
status-replaced = remplacée

field-rna-id = Numéro RNA
field-title = Titre
field-short-title = Sigle
field-purpose = Objet
field-theme = Thème
field-city = Commune
field-postcode = Code postal
field-commune-code = Code INSEE
field-website = Site
field-founded = Création
field-status = État
field-replaced-by = Remplacée par
field-reason = Raison

# Saisies guidées
flow-add = l’ajout d’une association
flow-edit = la modification d’une association
flow-delete = la suppression d’une association
flow-suggest = la proposition d’une association
flow-waiting = Au fait, { $what } est toujours en attente.
flow-reminder = Vous avez laissé en suspens { $what }. Voulez-vous continuer ? Sans nouvelles, je l’abandonnerai dans une journée.
flow-another = Vous avez déjà commencé { $what }. Continuer, ou abandonner et commencer à neuf { $instead } ?
flow-in-private = Cela se fait en tête-à-tête : ouvrez une conversation privée avec moi et envoyez-y la commande.
flow-over = C’est déjà fait, ou cette saisie n’est plus en cours.
flow-passed = Cette étape est passée : la suite est plus bas.
flow-forwarded = Un message transféré n’est pas pris comme réponse. Copiez-en le texte, ou écrivez-le vous-même.
flow-wordless = Ici, j’attends un texte : les photos, voix et autocollants ne sont pas pris comme réponse.
flow-demoted = Vous n’êtes plus administrateur : rien n’a été enregistré.
flow-demoted-suggest = Vous n’êtes plus administrateur : cette saisie ne sera pas publiée directement, mais vous pouvez la proposer aux administrateurs. Rien de ce que vous avez écrit n’est perdu.
flow-timed-out = Cette saisie est restée une journée sans suite : je l’abandonne. Voici ce que vous aviez écrit, pour le reprendre plus tard.
gone-meanwhile = Quelqu’un a supprimé cette association entre-temps. Rien n’a été enregistré ; voici ce que vous aviez écrit.
button-cancel = ✖️ Abandonner
button-step-back = ‹ Retour
button-skip = Passer
button-clear = Vider ce champ
button-resume = ▶️ Continuer
button-instead = Abandonner et passer à l’autre
button-was-question = 💬 C’était une question
button-whole = C’est complet
button-private = Ouvrir la conversation

ask-title = Quel est le titre de l’association ?
how-title = Tel que déclaré, 250 caractères au plus.
ask-purpose = Quel est son objet ?
how-purpose = Ce qu’elle fait et pour qui, dans ses propres mots, 6 000 caractères au plus.
ask-rest = Les { $characters } premiers caractères sont arrivés ; Telegram a sans doute coupé le texte. Envoyez la suite, ou touchez « C’est complet ».
ask-place = Où se trouve-t-elle ?
how-place = Écrivez la commune, le code postal, ou les deux : « 58000 Nevers ».
ask-which-place = Plusieurs communes correspondent : laquelle ? Vous pouvez aussi écrire le nom avec son code postal.
ask-theme = Quel est son thème ?
how-theme = Touchez un thème. Les premiers sont proposés d’après l’objet.
how-theme-alone = Choisissez-le dans la liste, ou passez.
ask-theme-all = Tous les thèmes de la nomenclature :
ask-website = Quel est son site ?
how-website = Une adresse comme https://exemple.org
ask-short-title = Quel est son sigle ?
how-short-title = Nom court ou sigle, 100 caractères au plus.
ask-founded = Quand a-t-elle été créée ?
how-founded = Une date sous la forme AAAA-MM-JJ, par exemple 1998-05-23.
ask-status = Est-elle toujours active ?
how-status = Une association dissoute n’apparaît plus que si on la cherche par son nom ou son numéro.
ask-present = Pour l’instant :
ask-reason = Pourquoi la supprimer ? Écrivez la raison ou touchez-en une ; elle reste dans l’historique.
reason-gone = Elle n’existe plus
reason-twice = Elle est en double
reason-wrong = Les informations sont fausses
button-other-theme = Autre thème…
button-all-themes = ‹ Tous les thèmes

review-add = Voici ce que verront les membres. Tout est juste ?
review-suggestion = Proposition d’un membre : voici ce que verront les membres. Tout est juste ?
review-suggest = Voici votre proposition. Je la transmets aux administrateurs ?
review-edit = Voici ce que verront les membres, puis ce qui change. On enregistre ?
review-edit-nothing = Que voulez-vous changer ? Touchez un champ.
review-delete = Supprimer cette association ? Elle ne reviendra pas d’un import ; « Défaire » la remet.
review-long = L’objet est montré abrégé ici ; les membres en liront les { $characters } caractères.
place-doubt-unknown = ⚠️ Je ne connais pas de commune « { $town } » : vérifiez l’orthographe.
place-doubt-several = ⚠️ Plusieurs communes s’appellent « { $town } » : ajoutez le code postal, sinon on ne la trouvera pas au bon endroit.
place-doubt-postcode = ⚠️ Dans l’annuaire, « { $town } » n’a pas le code postal { $postcode } : vérifiez les deux.
duplicates = ⚠️ Cela ressemble à :
button-add = ✅ Publier
button-save = ✅ Enregistrer
button-send = ✅ Envoyer
button-delete = 🗑 Supprimer
button-undo = ↩️ Défaire
button-history = 🕘 Historique
button-field-title = Titre
button-field-short-title = Sigle
button-field-purpose = Objet
button-field-place = Lieu
button-field-theme = Thème
button-field-website = Site
button-field-founded = Création
button-field-status = État

added = ✅ Ajoutée : elle répond aux questions dès maintenant.
edited = ✅ Enregistré.
edited-nothing = Il n’y avait rien à changer : l’association dit déjà cela.
deleted = 🗑 Supprimée. « Défaire » la remet telle quelle.
undone = ↩️ Défait. Pour y revenir, touchez de nouveau « Défaire ».
repeated = Cette commande m’était déjà parvenue, peut-être juste avant un redémarrage : /historique montre ce qui en a été fait. Si rien n’y figure, renvoyez-la.
undone-already = Ce changement a déjà été défait.
undo-nothing = Vous n’avez aucun changement à défaire. Ceux des autres se trouvent dans /historique.
undo-refused = Impossible de défaire ce changement sans écraser autre chose ; rien n’a été modifié.
undo-import-sure = Défaire tout l’import n° { $number } ? Ce qu’il a ajouté disparaît, ce qu’il a modifié redevient comme avant.
undo-import-running = Je défais l’import…
button-undo-import = ↩️ Oui, défaire tout l’import
import-undone = { $count ->
    [one] ↩️ Import défait : { $count } association remise comme avant.
   *[other] ↩️ Import défait : { $count } associations remises comme avant.
}
add-too-many-parts = Je lis { $parts } parties, il en faut cinq au plus : /ajouter Titre | objet | commune | code postal | site. Remplacez les barres « | » à l’intérieur d’un texte par autre chose.

find-edit = Quelle association modifier ? Écrivez son nom, quelques mots ou son numéro RNA.
find-delete = Quelle association supprimer ? Écrivez son nom, quelques mots ou son numéro RNA.
find-which = Laquelle ? Touchez-la, ou écrivez d’autres mots.
find-nothing = Je n’ai rien trouvé de tel. Essayez d’autres mots, ou le numéro RNA.

history-of-all = 🕘 Historique de l’annuaire, le plus récent d’abord
history-of-one = 🕘 Historique de l’association, le plus récent d’abord
history-empty = Il n’y a encore aucun changement.
history-end = L’historique s’arrête là.
change-add = ajout
change-edit = modification
change-delete = suppression
change-undo = retour en arrière
change-import = import n° { $number }
change-reason = Raison : { $reason }
change-undone = (défait depuis)
button-undo-number = ↩️ { $number }

suggest-enough = Merci ! { $waiting } de vos propositions attendent encore un administrateur. Patientez jusqu’à leur réponse avant d’en envoyer d’autres.
suggest-thanks = Merci ! Votre proposition est transmise aux administrateurs. Je vous dirai ce qu’ils décident.
suggestion-new = 📬 Proposition n° { $number } d’un membre
suggestion-accepted = Bonne nouvelle : votre proposition est dans l’annuaire.
suggestion-refused = Votre proposition n’a pas été retenue. Merci d’y avoir pensé.
suggestion-was-refused = Proposition refusée : { $title }
suggestion-decided = Un administrateur a déjà décidé de cette proposition.
button-suggestion-accept = ✅ Accepter
button-suggestion-edit = ✏️ Retoucher
button-suggestion-refuse = ✖️ Refuser

# Ce qui empêche un changement
conflict = ⚠️ Quelqu’un a changé cette association entre-temps :
conflict-import = ⚠️ Depuis cet import, { $total } de ses associations ont été changées autrement. Rien n’a été défait ; défaites d’abord ces changements dans /historique.
already-exists = Cette association est déjà dans l’annuaire :
not-found = Cela n’existe plus : quelqu’un l’a supprimé entre-temps.
invalid-entry-empty = « { $field } » : je n’y lis rien. Écrivez-le à nouveau, ou passez.
invalid-entry-long = « { $field } » fait { $length } caractères, { $longest } au plus sont possibles.
invalid-entry-malformed = « { $field } » n’a pas la forme attendue. Vérifiez-le et renvoyez-le.
invalid-entry-unknown = « { $field } » : je ne connais pas cette valeur. Vérifiez-la et renvoyez-la.
invalid-entry-characters = « { $field } » contient un caractère qui n’est pas du texte. Retapez-le, ou copiez-le d’ailleurs, et renvoyez-le.
invalid-entry-title-empty = Il manque un titre ou un objet : écrivez au moins l’un des deux.
invalid-entry-title-long = Le titre fait { $length } caractères, { $longest } au plus sont possibles. Raccourcissez-le ; le reste peut aller dans l’objet.
invalid-entry-purpose-empty = Je n’y lis aucun mot. Écrivez l’objet de l’association.
invalid-entry-purpose-long = L’objet fait { $length } caractères, { $longest } au plus sont possibles. Raccourcissez-le et renvoyez-le.
invalid-entry-short-title-long = Le sigle fait { $length } caractères, { $longest } au plus sont possibles.
invalid-entry-short-title-empty = Je n’y lis aucun mot. Écrivez le sigle, ou passez.
invalid-entry-city-long = Le nom de la commune fait { $length } caractères, { $longest } au plus sont possibles.
invalid-entry-postcode-malformed = Un code postal a cinq chiffres, par exemple 58000.
invalid-entry-commune-code-malformed = Un code INSEE a cinq signes, par exemple 58194 ou 2A004.
invalid-entry-website-malformed = Je ne reconnais pas une adresse de site. Écrivez-la comme https://exemple.org, ou passez.
invalid-entry-website-long = L’adresse fait { $length } caractères, { $longest } au plus sont possibles.
invalid-entry-website-empty = Je n’y lis aucune adresse. Écrivez-la comme https://exemple.org, ou passez.
invalid-entry-founded-malformed = Je ne reconnais pas la date. Écrivez-la sous la forme AAAA-MM-JJ, par exemple 1998-05-23.
invalid-entry-founded-empty = Écrivez la date sous la forme AAAA-MM-JJ, ou passez.
invalid-entry-theme-unknown = Ce code de thème n’est pas dans la nomenclature. Choisissez un thème avec les boutons.
invalid-entry-theme-malformed = Un thème a un code de six chiffres, par exemple 011035.
invalid-entry-rna-id-malformed = Un numéro RNA est la lettre W suivie de neuf signes, par exemple W581000123.
invalid-entry-replaced-by-malformed = Un numéro RNA est la lettre W suivie de neuf signes, par exemple W581000123.
invalid-entry-status-unknown = L’état est « active » ou « dissolved ».
invalid-entry-reason-long = La raison fait { $length } caractères, { $longest } au plus sont possibles.
invalid-entry-city-empty = Je n’y lis aucun nom. Écrivez la commune ou le code postal, ou passez.
change-import-undone = import n° { $number } défait
change-import-counts = { $added ->
    [0] aucune ajoutée
    [one] { $added } ajoutée
   *[other] { $added } ajoutées
}, { $changed ->
    [0] aucune modifiée
    [one] { $changed } modifiée
   *[other] { $changed } modifiées
}

# Équipe
role-admin = admin
role-owner = propriétaire
admins-list = Qui tient l’annuaire
admins-how =
    /admins ajouter IDENTIFIANT Nom – nommer (ou répondez « /admins ajouter » à un message de la personne, ou envoyez-moi son contact)
    /admins retirer IDENTIFIANT – retirer
admins-whom = De qui s’agit-il ? Donnez l’identifiant en chiffres (la personne l’obtient de @userinfobot), ou répondez à un message de la personne.
admins-contact = { $name } : nommer cette personne administratrice ?
admins-contact-unknown = Ce contact n’est pas sur Telegram, ou ne montre pas son identifiant. Demandez-lui son identifiant (@userinfobot) et envoyez /admins ajouter IDENTIFIANT.
admins-already = Cette personne tient déjà l’annuaire.
admins-appointed = ✅ { $name } peut maintenant tenir l’annuaire. Ses commandes apparaissent dans son menu dès son prochain message.
admins-sure = Retirer { $name } des administrateurs ?
admins-dismissed = { $id } n’est plus administrateur. Ses changements restent dans l’historique.
admins-no-admin = Cette personne n’est pas administratrice : il n’y a rien à retirer.
admins-owner-stays = Les propriétaires viennent du réglage OWNER_IDS : on ne peut pas les retirer d’ici. Ainsi, personne ne s’enferme dehors.
button-appoint = ✅ Nommer { $name }
button-dismiss = ✖️ { $name }
button-dismiss-yes = Oui, retirer
button-no = Non

# Synonymes
synonyms-list = Mots de même sens, appris des administrateurs
synonyms-none = Aucun pour l’instant.
synonyms-how = Pour en apprendre d’autres : /synonymes vélo = bicyclette = cyclisme
synonyms-taught = ✅ Appris : { $words }
synonyms-forgotten = Oublié :
synonyms-gone = Cela n’est plus dans la liste.
synonyms-long = C’est trop long : { $most } mots ou expressions au plus, de { $longest } caractères chacun.
synonyms-wordless = Il me faut des mots : l’un de ceux-là n’en contient aucun.
button-forget = ✖️ { $words }

# Fichiers
import-how =
    Envoyez-moi le fichier comme document, 20 Mo au plus : zip ou CSV du RNA, annonces du JOAFE (CSV ou JSON), JSONL, ou un tableur enregistré en CSV (« ; » ou « , », colonnes reconnues à leur nom : titre, objet, commune, code postal, site…).

    Je montre d’abord ce qui changerait ; rien n’est écrit sans votre accord.
import-fetching = Je récupère le fichier…
import-too-big = « { $name } » dépasse 20 Mo : Telegram ne me le remet pas. Copiez-le sur le serveur et lancez : python -m bot import "{ $name }"
import-not-fetched = Telegram ne m’a pas remis « { $name } » en entier ; rien n’a été lu. Renvoyez-le dans un instant.
import-send-again = Le service a redémarré pendant que je lisais votre fichier ; rien n’a été écrit. Renvoyez-le.
import-examining = Je lis le fichier, à blanc…
import-running = Import en cours ; vous pouvez continuer à m’écrire…
import-progress = { $done } lignes, { $percent } %
import-dry = Voici ce que ferait cet import (rien n’est encore écrit)
import-nothing-new = Cet import ne changerait rien : tout y est déjà.
import-nothing-usable = Aucune ligne de ce fichier ne peut être importée ; rien n’a été écrit.
import-done = ✅ Import terminé
import-not-possible = Ce fichier ne peut pas être importé ; rien n’a été écrit.
import-failed = { $detail }
import-file-kept = Le fichier est gardé un jour : une fois l’obstacle levé, relancez l’import sans le renvoyer.
import-given-up = Import abandonné ; rien n’a été écrit.
import-over = Cet import est déjà fait, abandonné, ou le fichier n’est plus gardé (un jour). Renvoyez-le au besoin.
import-running-already = Cet import est déjà en cours.
import-cut-short = Le service a redémarré pendant votre import. Un import est écrit en entier ou pas du tout : relancez-le, ce qui est déjà là ne comptera pas deux fois.
import-recognised = { $file } : { $format }, { $encoding }
import-read = { $count ->
    [one] { $count } ligne lue
   *[other] { $count } lignes lues
}
import-added = nouvelles : { $count }
import-changed = modifiées : { $count }
import-unchanged = inchangées : { $count }
import-kept = gardées telles que les administrateurs les ont laissées : { $count }
import-left-out = écartées : { $count }
import-examples-new = Nouvelles, par exemple
import-examples-changed = Modifiées, par exemple
import-examples-kept = Gardées, par exemple
import-examples-unchanged = Inchangées, par exemple
import-examples-left-out = Écartées, par exemple
import-examples-unread = Illisibles, par exemple
import-reason = { $count } × { $reason } ({ $shown ->
    [one] ligne
   *[other] lignes
} { $lines })
import-ignored = { $count ->
    [one] Colonne non reconnue, laissée de côté : { $columns }
   *[other] Colonnes non reconnues, laissées de côté : { $columns }
}
quoted = « { $words } »
button-import = ✅ Importer
button-undo-this-import = ↩️ Défaire cet import
left-out-line = ligne { $line } ({ $what })
left-out-file = lignes-a-revoir.csv
left-out-caption = À revoir dans votre fichier, avec la raison : { $rows ->
    [0] {""}
    [one] une ligne écartée
   *[other] { $rows } lignes écartées
}{ $rows ->
    [0] {""}
   *[other] { $cells ->
        [0] {""}
       *[other] {", "}
    }
}{ $cells ->
    [0] {""}
    [one] une cellule illisible
   *[other] { $cells } cellules illisibles
}
register = { $name } ne peut pas être importé ({ $reason }).
export-which = Sous quelle forme ? Le CSV s’ouvre dans un tableur, accents intacts ; le JSONL convient aux programmes. Réimporter l’un ou l’autre ne change rien.
button-export-csv = Tableur (CSV)
button-export-jsonl = JSONL
export-writing = J’écris le fichier…
export-caption = { $count ->
    [one] L’annuaire : { $count } association
   *[other] L’annuaire : { $count } associations
}
export-too-big = Même comprimé, le fichier dépasse les 50 Mo que Telegram accepte. Sur le serveur : python -m bot export annuaire.jsonl
backup-writing = Je copie la base…
file-not-confirmed = Telegram n’a pas confirmé l’envoi de « { $name } ». S’il n’est pas arrivé d’ici une minute, demandez-le à nouveau.
backup-caption = Copie de la base, cohérente et vérifiée. Pour la remettre : python -m bot restore FICHIER
backup-too-big = Même comprimée, la copie dépasse les 50 Mo que Telegram accepte. Sur le serveur : python -m bot backup copie.sqlite3

# Statistiques
stats-total = { $count ->
    [one] { $count } association
   *[other] { $count } associations
}
stats-active = actives : { $count }
stats-dissolved = dissoutes : { $count }
stats-replaced = remplacées : { $count }
stats-line = { $name } : { $count }
stats-statuses = Par état
stats-themes = Par thème
stats-departements = Par département
stats-questions = { $count ->
    [one] { $count } question en { $days } jours
   *[other] { $count } questions en { $days } jours
}
stats-a-day = { $average } par jour en moyenne, { $today } aujourd’hui
stats-unanswered = Sans réponse : { $percent } %
stats-votes = Votes : 👍 { $up } · 👎 { $down }
stats-without = Restées sans réponse le plus souvent
stats-worst = Réponses jugées les moins utiles
stats-days = Questions par jour
stats-legend-questions = questions
stats-legend-unanswered = sans réponse
number = { $count }
