import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTokenReader, isToken } from "./identity-tokens";

let folder: string;
let keys: { publicKey: CryptoKey; privateKey: CryptoKey };
let file: string;
let keySet: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "galley-keys-"));
  keys = await generateKeyPair("ES256");
  keySet = JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: "one", alg: "ES256" }] });
  file = join(folder, "keys.json");
  writeFileSync(file, keySet);
});
afterEach(() => void vi.useRealTimers());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Claims = {
  role?: unknown;
  audience?: string;
  issuer?: string;
  lasts?: string | null;
  by?: CryptoKey;
  kid?: string;
};

function token({ role = "editor", audience = "galley", issuer = "idp", lasts = "1h", by, kid = "one" }: Claims = {}) {
  const made = new SignJWT({ galley_role: role })
    .setProtectedHeader({ alg: "ES256", kid })
    .setAudience(audience)
    .setIssuer(issuer);
  if (lasts !== null) made.setExpirationTime(lasts);
  return made.sign(by ?? keys.privateKey);
}

test("a token has the role of its claim until it ends, and one that is not for this server has none", async () => {
  const read = await createTokenReader({ keys: file, audience: "galley", issuer: "idp" });
  const found = await read(await token());
  expect(found?.role).toBe("editor");
  expect(Math.round(((found?.until ?? 0) - Date.now()) / 60_000)).toBe(60);
  expect(await read(await token({ role: ["staff", "reader"] }))).toMatchObject({ role: "reader" });
  const other = await generateKeyPair("ES256");
  for (const claims of [
    { role: "owner" },
    { role: { editor: true } },
    { audience: "payroll" },
    { issuer: "elsewhere" },
    { lasts: "-1m" },
    { lasts: null },
    { by: other.privateKey },
  ])
    expect(await read(await token(claims))).toBeNull();
  const [head, body] = (await token()).split(".");
  const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  const shared = await new SignJWT({ galley_role: "editor" })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience("galley")
    .setIssuer("idp")
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(keySet));
  for (const forged of [`${head}.${body}.AAAA`, `${none}.${body}.AAAA`, shared, "a.b.c"])
    expect(await read(forged)).toBeNull();
});

test("keys come from the provider's address, and while it is away a token is neither right nor wrong", async () => {
  const provider = await startProvider();
  provider.status = 500;
  const read = await createTokenReader({ keys: provider.url, audience: "galley", issuer: null });
  await expect(read(await token())).rejects.toThrow();
  provider.status = 200;
  expect(await read(await token({ issuer: "anybody" }))).toMatchObject({ role: "editor" });
  provider.close();
});

test("a token with a new key is neither right nor wrong until the keys may be asked for again", async () => {
  const provider = await startProvider();
  const read = await createTokenReader({ keys: provider.url, audience: "galley", issuer: null });
  vi.useFakeTimers({ toFake: ["Date"] });
  const unknown = await token({ kid: "none" });
  expect(await read(unknown)).toBeNull();
  const next = await generateKeyPair("ES256");
  provider.keySet = JSON.stringify({ keys: [{ ...(await exportJWK(next.publicKey)), kid: "two", alg: "ES256" }] });
  const early = await token({ kid: "two", by: next.privateKey });
  await expect(read(early)).rejects.toThrow();
  vi.advanceTimersByTime(10_001);
  expect(await read(early)).toMatchObject({ role: "editor" });
  vi.advanceTimersByTime(10_001);
  expect(await read(unknown)).toBeNull();
  provider.close();
});

/** Serves `keySet`, like an identity provider. */
async function startProvider() {
  const server = createServer((_request, response) => response.writeHead(provider.status).end(provider.keySet));
  const provider = { status: 200, keySet, url: new URL("http://127.0.0.1"), close: () => void server.close() };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  provider.url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`);
  return provider;
}

test("a file that holds no public keys is a sentence", async () => {
  const reader = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return createTokenReader({ keys: join(folder, name), audience: "galley", issuer: null });
  };
  await expect(reader("a", "not JSON")).rejects.toThrow("is not a set of public keys");
  await expect(reader("b", '{"keys":[]}')).rejects.toThrow("is not a set of public keys");
  await expect(reader("c", '{"keys":[{"kty":"oct","k":"AAAA"}]}')).rejects.toThrow("is not a set of public keys");
  await expect(createTokenReader({ keys: join(folder, "none"), audience: "a", issuer: null })).rejects.toThrow(
    "ENOENT",
  );
  expect([await token(), "secret-of_a_link", "a.b", "a.b.c.d", "a.b.c d"].map(isToken)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
