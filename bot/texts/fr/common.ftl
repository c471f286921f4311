# Menus, roles, limits: what every part of the conversation shares.

bot-description =
    Je trouve l’association qu’il vous faut, dans vos mots : un sujet, une envie, un souci, un lieu.

    Écrivez par exemple « chorale à Nevers » ou « je n’arrive plus à payer mon loyer ».
bot-short-description = Trouvez une association avec vos mots : un sujet, une envie, un souci, un lieu.

command-search = Chercher une association
command-themes = Parcourir par thème
command-place = Enregistrer ma commune
command-suggest = Proposer une association
command-language = Changer de langue
command-privacy = Ce qui est conservé, et l’effacer
command-help = Mode d’emploi
command-cancel = Abandonner ce qui est en cours
command-add = Ajouter une association
command-edit = Modifier une association
command-delete = Supprimer une association
command-undo = Défaire mon dernier changement
command-history = Qui a changé quoi, et quand
command-import = Importer un fichier
command-export = Exporter l’annuaire
command-stats = Statistiques
command-synonyms = Mots de même sens
command-backup = Copie de sauvegarde
command-admins = Administrateurs

command-forwarded = Une commande transférée n’est pas exécutée. Si vous la voulez, copiez-la ou écrivez-la vous-même.
not-for-members = C’est réservé aux administrateurs de l’annuaire. Vous pouvez chercher librement : écrivez votre question.
not-for-owners = C’est réservé aux propriétaires du robot.
too-many = Doucement ! Je ne réponds qu’à un certain nombre de messages par minute. Réessayez dans une minute.
button-unknown = Ce bouton ne fonctionne plus. Posez votre question à nouveau.
cancelled = C’est abandonné. Vous pouvez poser une question.
nothing-to-cancel = Il n’y a rien à abandonner. Vous pouvez poser une question.
