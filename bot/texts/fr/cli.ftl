# La ligne de commande.

cli-help = Waldeck : le robot Telegram qui trouve l’association qu’il vous faut. Sans commande, lance le service.
cli-run = Lance le service : répond aux personnes jusqu’à SIGTERM ou Ctrl-C.
cli-demo = Essaie le robot dans un navigateur, sans compte, sans jeton et sans réseau.
cli-demo-port = Port de la page (0 : choisi par le système).
cli-demo-no-browser = N’ouvre pas de navigateur.
cli-import = Lit des fichiers de registre dans l’annuaire : RNA (zip ou CSV), JOAFE (CSV ou JSON), JSONL, CSV, texte (un objet par ligne), compressés ou non.
cli-import-files = Fichiers à lire.
cli-import-dry-run = Montre ce qui changerait, sans rien changer.
cli-import-left-out = Fichier CSV où écrire les lignes écartées, avec la raison.
cli-search = Répond à une question dans le terminal, comme le ferait le robot.
cli-search-question = La question, entre guillemets.
cli-search-limit = Nombre de réponses.
cli-search-explain = Montre comment la question a été comprise et d’où vient chaque score.
cli-export = Écrit tout l’annuaire dans un fichier .jsonl ou .csv.
cli-export-file = Fichier à écrire, en .jsonl ou en .csv.
cli-backup = Copie la base, même pendant que le service tourne.
cli-backup-file = Fichier de la copie.
cli-restore = Remet une sauvegarde à la place de la base ; la base présente est gardée à côté.
cli-restore-file = Sauvegarde à remettre.
cli-check = Examine réglages, base, index, jeton, droits et disque, et dit quoi faire.
cli-evaluate = Mesure la qualité des réponses sur des questions jugées.
cli-evaluate-topics = Questions : lignes « id, question, attente, genre », séparées par des tabulations.
cli-evaluate-qrels = Jugements : lignes « id, numéro RNA, note ».
cli-evaluate-run = Fichier où écrire les réponses : « id, numéro RNA », 100 par question.
cli-option-database = Fichier de la base (sinon DATABASE_PATH).
cli-option-json = Répond en JSON.

cli-progress-index = index
cli-nothing-found = Aucune association trouvée.
cli-found-more = Plus de { $count } associations trouvées
cli-where = Près de quel endroit ? Nommez-le dans la question, par exemple : « chorale près de Nevers ».
cli-choose-place = Plusieurs communes portent ce nom : { $places }. Ajoutez le département pour en choisir une.
cli-found = { $count ->
    [one] { $count } association trouvée
   *[other] { $count } associations trouvées
}
cli-import-report = { $file } ({ $format }) : { $read ->
    [one] { $read } ligne lue
   *[other] { $read } lignes lues
}, { $added ->
    [one] { $added } ajoutée
   *[other] { $added } ajoutées
}, { $changed ->
    [one] { $changed } modifiée
   *[other] { $changed } modifiées
}, { $unchanged ->
    [one] { $unchanged } inchangée
   *[other] { $unchanged } inchangées
}, { $kept ->
    [one] { $kept } gardée telle que les admins l’ont laissée
   *[other] { $kept } gardées telles que les admins les ont laissées
}, { $left ->
    [one] { $left } écartée
   *[other] { $left } écartées
}.
cli-import-dry-report = { $file } ({ $format }), à blanc : { $read ->
    [one] { $read } ligne lue
   *[other] { $read } lignes lues
}, { $added } à ajouter, { $changed } à modifier, { $unchanged ->
    [one] { $unchanged } inchangée
   *[other] { $unchanged } inchangées
}, { $kept ->
    [one] { $kept } gardée telle que les admins l’ont laissée
   *[other] { $kept } gardées telles que les admins les ont laissées
}, { $left ->
    [one] { $left } écartée
   *[other] { $left } écartées
}.
cli-exported = { $count ->
    [one] { $count } association écrite dans { $file }
   *[other] { $count } associations écrites dans { $file }
}
cli-backed-up = Copie vérifiée : { $file }
cli-restored = { $file } est maintenant la base { $database }.
cli-kept-aside = La base précédente est gardée : { $file }

in-the-way-read = { $path } est un des fichiers à lire : choisissez un autre nom pour ce qui sera écrit.
in-the-way = { $path } existe déjà et n’est pas une copie de base. Choisissez un autre nom, ou enlevez ce fichier.
missing-file = Il n’y a pas de fichier { $path }.
missing-database = Il n’y a pas de base { $path }. Importez un registre (python -m bot import FICHIER) ou indiquez la base avec --database.
invalid-judgments = { $path }, ligne { $line } : illisible. Voir python -m bot evaluate --help.
missing-sandbox = La démonstration a besoin de paquets en plus : pip install 'waldeck[sandbox]', ou make demo.

check-settings = Réglages lisibles, { $owners ->
    [one] { $owners } propriétaire
   *[other] { $owners } propriétaires
}.
check-no-owner = OWNER_IDS est vide : personne ne pourra tenir l’annuaire depuis Telegram. Écrivez à @userinfobot pour connaître votre identifiant.
check-no-database = Pas encore de base { $path } : elle sera créée. Remplissez-la avec python -m bot import FICHIER
check-database = Base saine : { $path }, { $count ->
    [one] { $count } association
   *[other] { $count } associations
}.
check-index = Index prêt en { $seconds } s, { $count ->
    [one] { $count } association
   *[other] { $count } associations
}.
check-disk = { $free } Mo libres sur le disque.
check-disk-short = Il ne reste que { $free } Mo sur le disque ; il en faudrait { $needed } pour une migration et une sauvegarde. Faites de la place.
check-backups-off = Sauvegardes quotidiennes coupées (BACKUP_AT=off).
check-backups-unwritable = Impossible d’écrire les sauvegardes dans { $folder }. Corrigez BACKUP_DIR ou les droits du dossier.
check-backups-none = Pas encore de sauvegarde dans { $folder } : la première se fera à l’heure de BACKUP_AT.
check-backups = { $count ->
    [one] { $count } sauvegarde
   *[other] { $count } sauvegardes
}, la dernière il y a { $hours } h.
check-token = Le jeton est celui de @{ $username }.
check-telegram-unreachable = { $url } ne répond pas ({ $detail }). Vérifiez le réseau et TELEGRAM_API_URL.
demo-ready = Ouvrez cette adresse dans un navigateur de cette machine : vous y parlez au robot comme membre, admin ou propriétaire. Ctrl-C arrête la démonstration et efface ce qui y a été écrit.
demo-port-taken = Impossible d’ouvrir la page sur le port { $port } ({ $detail }). Choisissez-en un autre avec --port, ou aucun : le système en trouvera un libre.

explain-kind = Réponse : { $kind ->
    [results] associations trouvées
    [count] un nombre
    [browse] tout un lieu ou un thème
    [smalltalk] une politesse
    [ask_location] le lieu est demandé
    [choose_place] plusieurs lieux de ce nom
    [nothing] rien
   *[other] { $kind }
}
explain-place = Lieu : { $place }
explain-corrected = Corrigé : { $typed } → { $read }
explain-added = Ajouté pour « { $said } » : { $added }
explain-dropped = Laissé de côté : { $words }
explain-nearby = (à proximité)
explain-exact = (nom ou numéro exact)
