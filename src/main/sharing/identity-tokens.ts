import { readFile } from "node:fs/promises";
import type { JWTVerifyGetKey } from "jose";
import { isRole, type Role } from "./store/shared-folder-store";

export type IdentityOptions = {
  /** The address of the provider's public keys (a JSON Web Key Set), or a file with them. */
  keys: URL | string;
  /** Whom a token must be made for: tokens for other programs of the same provider are not accepted. */
  audience: string;
  /** Who must have made it; null accepts every one that these keys confirm. */
  issuer: string | null;
};

/** What a token allows, and until when (milliseconds since 1970). */
export type Identity = { role: Role; until: number };

/** Reads a token. Null if it allows nothing; rejects if the keys cannot be had now, or its key was asked for too soon after the last time. */
export type ReadToken = (token: string) => Promise<Identity | null>;

/** The claim with the role: `editor`, `reader`, or a list that has one of them. */
const CLAIM = "galley_role";
const MAX_CHARACTERS = 8192;
/** Milliseconds after the keys were had in which they are not asked for again: made-up tokens would make the server ask without end. */
const COOLDOWN_MS = 10_000;
/** Signatures by a private key. A secret that the server shares with the provider could be used to make tokens. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** Whether this is the form of a token. The secret of a link has no dots. */
export const isToken = (text: string): boolean =>
  text.length <= MAX_CHARACTERS && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);

/** Rejects with a sentence if the keys cannot be read. */
export async function createTokenReader({ keys, audience, issuer }: IdentityOptions): Promise<ReadToken> {
  // Imported here because only servers with an identity provider need it.
  const { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } = await import("jose");
  const remote =
    keys instanceof URL ? createRemoteJWKSet(keys, { timeoutDuration: 5000, cooldownDuration: COOLDOWN_MS }) : null;
  const getKey: JWTVerifyGetKey = remote ?? createLocalJWKSet(await keySetIn(keys as string));
  return async (token) => {
    const mayLackKeys = remote?.coolingDown ?? false;
    try {
      const { payload } = await jwtVerify(token, getKey, {
        algorithms,
        audience,
        requiredClaims: ["exp"],
        clockTolerance: 5,
        ...(issuer === null ? {} : { issuer }),
      });
      const roles = [payload[CLAIM]].flat().filter(isRole);
      if (roles.length === 0 || payload.exp === undefined) return null;
      const role = (["editor", "commenter"] as const).find((each) => roles.includes(each)) ?? "reader";
      return { role, until: payload.exp * 1000 };
    } catch (error) {
      const isAway =
        !(error instanceof errors.JOSEError) ||
        error instanceof errors.JWKSTimeout ||
        (error instanceof errors.JWKSNoMatchingKey && mayLackKeys) ||
        error.code === "ERR_JOSE_GENERIC";
      if (isAway) throw error;
      return null;
    }
  };
}

async function keySetIn(file: string): Promise<Parameters<typeof import("jose").createLocalJWKSet>[0]> {
  try {
    const read: unknown = JSON.parse(await readFile(file, "utf8"));
    const { keys } = read as { keys?: unknown };
    if (Array.isArray(keys) && keys.length > 0 && keys.every(isPublicKey)) return { keys };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
  throw new Error(`${file} is not a set of public keys (JSON Web Key Set)`);
}

const isPublicKey = (key: unknown): boolean =>
  typeof key === "object" && key !== null && "kty" in key && key.kty !== "oct" && !("d" in key);
