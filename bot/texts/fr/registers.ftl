# Les fichiers de registre : pourquoi un fichier, ou une ligne, ne peut pas servir.

register-missing = Il n’y a pas de fichier { $name }.
register-unreadable = { $name } est illisible : { $detail }. Vérifiez le fichier et ses droits.
register-empty = { $name } est vide. Vérifiez l’envoi ou le téléchargement.
register-binary = { $name } n’est pas du texte ({ $kind ->
    [picture] une image
    [pdf] un PDF
    [spreadsheet] un classeur : enregistrez-le en CSV depuis votre tableur
    [archive] une archive d’un autre genre que zip et gzip
    [database] une base de données
    [recording] un enregistrement sonore
   *[data] des données
}). Il faut un CSV, du JSON, du JSON Lines ou du texte, ou un zip de fichiers CSV.
register-columns = Les colonnes de { $name } ne sont pas celles d’un registre connu. Colonnes trouvées : { $found }. Attendues, entre autres : { $expected }.
register-truncated = { $name } est coupé : la ligne qui commence en { $line } ne finit jamais. Récupérez le fichier à nouveau.
register-json = { $name } n’est pas du JSON valable, ou est coupé, vers la ligne { $line }. Récupérez le fichier à nouveau.
register-damaged = { $name } est abîmé ou coupé ({ $detail }). Récupérez le fichier à nouveau.
register-encrypted = { $name } est protégé par un mot de passe. Envoyez-le sans mot de passe.
register-nested = { $name } contient l’archive { $member }. Envoyez celle-ci à part.
register-climbs = { $name } contient le chemin { $member }, qui sort de l’archive : le fichier est refusé.
register-bomb = { $name } se déploie en bien plus qu’un vrai registre : le fichier est refusé.
register-no_register = { $name } ne contient ni CSV, ni JSON, ni texte.
register-no_rows = { $name } n’a aucune ligne sous son en-tête.
register-suffix = { $name } : choisissez un nom qui finit par .jsonl ou .csv.
register-unwritable = Impossible d’écrire { $name } : { $detail }.

left-out-blank = ligne vide
left-out-nothing = ni titre ni objet
left-out-columns = plus ou moins de colonnes que l’en-tête
left-out-quote = guillemet non refermé, ou texte égaré après un guillemet
left-out-long = titre ou objet démesuré
left-out-json = pas un objet JSON
left-out-type = une valeur n’est pas du texte
left-out-status = état autre que active, dissoute ou remplacée
left-out-characters = caractères qui ne sont pas du texte
left-out-repeated = la même association revient plus loin dans le fichier
left-out-accounts = annonce de comptes, pas d’une association

cell-unread = « { $field } » illisible, laissé de côté
left-out-header-file = fichier
left-out-header-line = ligne
left-out-header-reason = raison
left-out-header-text = contenu
register-format = { $format ->
    [text] texte, un objet par ligne
   *[other] { $format }
}
