# What members read.

welcome =
    Bonjour ! Je cherche des associations pour vous.

    Écrivez avec vos mots ce qu’il vous faut : un sujet, une envie, un souci, un nom. Ajoutez un lieu si vous voulez.

    Par exemple :
welcome-admins = 🗝 Vous tenez cet annuaire : /ajouter, /importer, /historique… La liste est dans /aide.
example-1 = chorale à Nevers
example-2 = apprendre le français
example-3 = je n’arrive plus à payer mon loyer
example-4 = jardins partagés

help =
    Écrivez simplement ce que vous cherchez : « randonnée le dimanche », « aide aux aidants », « échecs à Pau », un nom, un sigle ou un numéro RNA.

    • Les boutons numérotés ouvrent la fiche d’une association, avec tout son objet.
    • Un lieu peut être une commune, un code postal, un département, une région : « théâtre dans le 58 ».
    • « près de moi » cherche autour de la commune enregistrée avec /lieu.
    • Des "guillemets" pour une expression exacte, un -mot pour l’écarter.
    • Vous pouvez corriger votre message : la réponse suit.

    /themes parcourt l’annuaire par thème, /proposer signale une association qui manque, /langue change de langue, /confidentialite dit ce qui est conservé.

    Dans un groupe : /chercher suivi de votre question, ou répondez à un de mes messages. Partout ailleurs : @{ $bot } suivi de votre question.
help-admins = Pour tenir l’annuaire :
search-how = Écrivez votre question après la commande, par exemple : /chercher chorale à Nevers

nothing-found =
    Je n’ai rien trouvé{ $place ->
        [none] {""}
       *[other] {" "}pour ce lieu ({ $place })
    }. Essayez d’autres mots, plus courts ou plus généraux.

    Votre question est notée pour ceux qui tiennent l’annuaire.
no-words = Je ne vois pas de mot à chercher. Écrivez par exemple : « chorale à Nevers ».
results-corrected = Résultats pour « { $words } »
results-place = 📍 { $place }
results-count =
    { $count ->
        [0] Aucune association
        [one] Une association
       *[other] { NUMBER($count) } associations
    }{ $place ->
        [none] {""}
       *[other] {" "}· { $place }
    }
results-more =
    Plus de { NUMBER($count) } associations{ $place ->
        [none] {""}
       *[other] {" "}· { $place }
    }
results-only-nearby = Rien sur place ; voici ce qui est le plus proche.
choose-place = Plusieurs communes portent ce nom. Laquelle ?
untitled = Sans titre
no-purpose = Objet non renseigné

mark-dissolved = dissoute
mark-replaced = enregistrée sous un autre numéro
mark-nearby = voisin

card-founded =
    🗓 Créée le { $day ->
        [1] 1ᵉʳ
       *[other] { $day }
    } { month-name } { $year }
month-name = { $month ->
    [1] janvier
    [2] février
    [3] mars
    [4] avril
    [5] mai
    [6] juin
    [7] juillet
    [8] août
    [9] septembre
    [10] octobre
    [11] novembre
   *[12] décembre
}
card-rna = N° RNA
card-replaced-by = Désormais
association-gone = Cette association n’est plus dans l’annuaire.

button-share = Partager
button-edit = Modifier
button-back = ‹ Résultats
button-back-list = ‹ Liste
button-useful = 👍 Utile
button-useless = 👎 Pas utile
button-literal = Chercher « { $words } »
button-suggestion = Essayer « { $words } »
button-browse = Parcourir les thèmes
button-wider = Chercher partout
button-open = Voir la fiche

voted-useful = Merci ! C’est noté.
voted-useless = C’est noté, merci. Essayez peut-être avec d’autres mots.

smalltalk-greeting = Bonjour ! Que cherchez-vous ? Écrivez-le avec vos mots.
smalltalk-thanks = Avec plaisir ! Autre chose à chercher ?
smalltalk-goodbye = À bientôt !
smalltalk-insult = Je fais de mon mieux. Dites-moi ce que vous cherchez, je vais essayer encore.
smalltalk-identity = Je suis Waldeck, un robot qui cherche parmi les associations d’après leur objet déclaré. Mon nom vient de la loi de 1901. Que cherchez-vous ?
smalltalk-yes_no = Dites-moi en quelques mots ce que vous cherchez.

language-choose = Dans quelle langue souhaitez-vous lire mes réponses ?
language-changed = D’accord, je vous réponds en français.

command-unknown = Je ne connais pas cette commande. Voyez /aide, ou écrivez simplement ce que vous cherchez.
document-members = Je ne lis les fichiers que de ceux qui tiennent l’annuaire. Écrivez plutôt votre question avec des mots.
contact-members = Merci, mais je n’ai pas besoin de contacts et je n’en garde aucun. Pour signaler une association qui manque, envoyez /proposer ; pour chercher, écrivez votre question.
wordless = Je ne comprends que les mots : écrivez ce que vous cherchez, par exemple « chorale à Nevers ».

inline-ask = Poser la question au robot
inline-nothing = Rien trouvé. Demander au robot
inline-hint = Que cherchez-vous ?

ask-location = Pour chercher près de vous, envoyez votre position avec le bouton, ou écrivez le nom de votre commune. Seule la commune est conservée.
ask-location-group = Pour chercher près de vous, donnez-moi d’abord votre commune en privé avec /lieu. Ou nommez un lieu dans votre question.
button-location = 📍 Envoyer ma position
place-none =
    Aucune commune n’est enregistrée pour vous.

    Écrivez-la (Nevers, ou 58000), ou envoyez votre position avec le bouton. Seule la commune est conservée ; elle sert pour « près de moi ».
place-is =
    Votre commune : { $place }. Elle sert pour « près de moi ».

    Pour en changer, écrivez la nouvelle, ou envoyez-moi votre position.
place-saved = Votre commune : { $place }. « près de moi » cherchera là.
place-forgotten = Votre commune est oubliée.
place-unknown = Je ne connais pas de commune « { $words } » dans l’annuaire. Vérifiez l’orthographe, ou donnez un code postal.
place-wide = « { $place } » est trop grand pour chercher « près de moi » : donnez une commune ou son code postal.
place-far = Votre position n’est proche d’aucune commune que je connais. Donnez plutôt votre commune : /lieu Nevers
place-label =
    { $kind ->
        [commune] { $name } ({ $numbers })
        [departement] { $name }, département
        [region] { $name }, région
       *[postcode] { $name }
    }
button-place-forget = Oublier ma commune

themes-top =
    Thèmes · { $place ->
        [none] toute la France
       *[other] { $place }
    }

    Choisissez un domaine. Pour un lieu : /themes suivi du lieu.
themes-place-unknown = Je ne connais pas ce lieu : « { $words } ». Essayez une commune, un département ou une région.
theme-count = { $label } ({ NUMBER($count) })
themes-all = Tout le domaine ({ NUMBER($count) })
themes-empty = Aucune association sous ce thème.
button-themes = ‹ Thèmes

privacy =
    Ce que je garde :

    • Vos questions, sans savoir qui les pose, pendant { $days ->
        [one] un jour
       *[other] { NUMBER($days) } jours
    } : elles font marcher les boutons et montrent ce qui manque à l’annuaire.
    • Votre message lui-même, le temps d’y répondre.
    • Vos votes 👍 👎, sous une empreinte qui ne dit pas votre nom.
    • Votre langue et votre commune, si vous les avez choisies.
    • Ce que vous proposez d’ajouter, le temps de vous répondre.

    Rien d’autre : ni nom, ni position, ni numéro de téléphone. Le bouton efface vos votes et vos choix, ce que vous étiez en train d’écrire, et le fait qu’une proposition vient de vous.
button-erase = Effacer mes votes et mes choix
erased = C’est effacé : vos votes, votre langue, votre commune, et ce que vous étiez en train d’écrire.
