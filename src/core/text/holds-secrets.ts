/** Example files, which stand in for a settings file without its secrets. */
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
/** Files whose folder shows that they hold secrets. */
const secretPaths =
  /(^|\/)(\.docker\/config\.json|\.kube\/config|\.cargo\/credentials\.toml|\.azure\/accesstokens\.json)$/;

/**
 * Whether a file's name suggests secrets: `.env` files except examples, private keys, stored passwords, and credentials of cloud tools.
 * Reads nothing; the target of a symbolic link is judged by its own name.
 */
export function holdsSecrets(path: string): boolean {
  const normalized = path.replaceAll("\\", "/").toLowerCase();
  const name = normalized.slice(normalized.lastIndexOf("/") + 1);
  if (name === ".env" || name.startsWith(".env.")) return !examples.test(name);
  return names.has(name) || endings.test(name) || secretPaths.test(normalized);
}
