# Ce que dit le service : pannes, et fautes que l’opérateur peut corriger.

fault = Désolé, quelque chose s’est mal passé de notre côté. C’est noté et signalé ; réessayez dans un instant.
fault-storage = Désolé, l’annuaire ne peut rien enregistrer en ce moment. Les responsables sont prévenus ; rien de ce qui était confirmé n’est perdu.
fault-report = ⚠️ Erreur du service ({ $kind }) : { $error }. La trace est jointe.

error = Une erreur est survenue : { $detail }
token-refused = Telegram refuse le jeton (TELEGRAM_BOT_TOKEN). Vérifiez-le auprès de @BotFather (/mybots → API Token), puis relancez.
missing-token = Il manque TELEGRAM_BOT_TOKEN. Demandez un jeton à @BotFather (/newbot) et écrivez-le dans le fichier .env ; pour essayer sans jeton : python -m bot demo
already-running = Un autre processus sert déjà la base { $path }. Arrêtez-le d’abord (ou choisissez une autre base avec DATABASE_PATH).
port-taken = Le port { $port } de { $address } est déjà pris. Choisissez un autre HEALTH_PORT ou arrêtez le programme qui l’occupe.
webhook-port-taken = Le port { $port } de { $address } est déjà pris. Choisissez un autre WEBHOOK_PORT ou arrêtez le programme qui l’occupe.

invalid-settings = Des réglages ne peuvent pas servir tels quels (variables d’environnement ou fichier .env) :
setting-fault = { $name } = { $value } : { $expected }
setting-secret = { $name } : { $expected }
setting-telegram-bot-token = le jeton que donne @BotFather, de la forme 123456789:AAE…, sans espace ni guillemets.
setting-telegram-api-url = une adresse http(s), par exemple https://api.telegram.org
setting-owner-ids = des identifiants Telegram en chiffres, séparés par des virgules (écrivez à @userinfobot pour connaître le vôtre).
setting-database-path = le chemin d’un fichier.
setting-default-language = fr ou en.
setting-results-per-page = un nombre entier de 1 à 10.
setting-questions-per-minute = un nombre entier de 1 à 1000.
setting-query-retention-days = un nombre entier de jours, de 1 à 3650.
setting-webhook-url = une adresse https:// complète, ou rien pour l’interrogation régulière (polling).
setting-webhook-secret = 1 à 256 caractères parmi A–Z, a–z, 0–9, _ et -.
setting-webhook-listen = une adresse IP de cette machine.
setting-webhook-port = un numéro de port, de 1 à 65535.
setting-health-listen = une adresse IP de cette machine.
setting-health-port = un numéro de port, de 1 à 65535, ou rien.
setting-backup-dir = le chemin d’un dossier.
setting-backup-keep = un nombre entier de 1 à 1000.
setting-backup-at = une heure comme 03:30, ou off.
setting-log-level = DEBUG, INFO, WARNING ou ERROR.
setting-log-format = text ou json.

database-newer = La base { $path } a été écrite par une version plus récente de Waldeck. Mettez Waldeck à jour, ou restaurez une sauvegarde : python -m bot restore FICHIER
database-damaged-check = La base { $path } est endommagée ({ $detail }). Gardez-la de côté et restaurez la dernière sauvegarde : python -m bot restore FICHIER
database-damaged-not-a-database = { $path } n’est pas une base SQLite. Vérifiez DATABASE_PATH, ou restaurez une sauvegarde : python -m bot restore FICHIER
database-damaged-foreign = { $path } appartient à un autre programme que Waldeck. Vérifiez DATABASE_PATH ; rien n’y a été modifié.
database-unwritable-read-only = Impossible d’écrire dans { $path } : le fichier, le dossier ou le disque est en lecture seule pour cet utilisateur, et même une lecture doit pouvoir écrire à côté de la base. Donnez-lui le droit d’écrire, ou copiez la base ailleurs et indiquez-la avec --database ou DATABASE_PATH.
database-unwritable-no-room = Plus de place pour écrire { $path }. Libérez de l’espace disque ; rien n’a été modifié.
database-unwritable-no-folder = Impossible de créer ou d’ouvrir { $path } ({ $detail }). Vérifiez le chemin.
database-unwritable-disk = Le disque signale une erreur en écrivant { $path } ({ $detail }). Vérifiez le disque et vos sauvegardes.
database-unwritable-moved = La base { $path } a été supprimée ou déplacée pendant l’utilisation. Remettez-la en place, puis relancez.
database-busy = Un autre programme écrit dans { $path } depuis trop longtemps. Attendez qu’il finisse, puis réessayez.
database-closed = La base { $path } est déjà fermée.
