/** What stands in for a file of settings where it is shared, without what is secret in it. */
const examples = /\.(example|sample|template|dist|defaults?)$/;
const names = new Set([
  ...[".netrc", "_netrc", ".pgpass", ".my.cnf", ".npmrc", ".pypirc", ".git-credentials", ".htpasswd", "credentials"],
  ...[
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "id_ecdsa_sk",
    "id_ed25519_sk",
    "application_default_credentials.json",
  ],
]);
const endings = /\.(pem|key|p12|pfx|ppk|jks|keystore|kdbx)$/;
/** Names that say so only in their folder. */
const places = /(^|\/)(\.docker\/config\.json|\.kube\/config|\.cargo\/credentials\.toml|\.azure\/accesstokens\.json)$/;

/**
 * Whether a file's name says that it holds secrets: `.env` and its kin but no examples of it, private keys, and where programs keep
 * passwords and the cloud's tools their credentials. Nothing is read; a file that a link of such a name leads to goes by its own.
 */
export function holdsSecrets(path: string): boolean {
  const place = path.replaceAll("\\", "/").toLowerCase();
  const name = place.slice(place.lastIndexOf("/") + 1);
  if (name === ".env" || name.startsWith(".env.")) return !examples.test(name);
  return names.has(name) || endings.test(name) || places.test(place);
}
