/** Archives with the program of an agent, by a server of the test: kept only if they stay inside their folder and limits. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { afterEach, describe, expect, it } from "vitest";
import { createInstaller } from "./install-agent";
import { type AgentProgram, installLine } from "./known-agents";
import type { BinaryArchive } from "./registry-file";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUps.splice(0).reverse()) await each();
});

function newFolder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "galley-archive-")));
  cleanUps.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function serve(answer: (path: string, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => void answer(request.url ?? "", response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  cleanUps.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const limits = { archive: 100_000, unpacked: 300_000, files: 50 };
const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Installs an archive into `folder`; returns the SHA-256 with which it is recorded. */
async function install(folder: string, some: Partial<BinaryArchive> & Pick<BinaryArchive, "archive">) {
  const archive = { kind: "tar.gz" as const, sha256: null, command: "bin/agent", args: [], ...some };
  const program: AgentProgram = {
    id: "registry-a",
    name: "Acme",
    commands: [],
    package: null,
    variables: null,
    install: { kind: "archive", archive, folder: join(folder, "program") },
  };
  let recorded: string | null = "not recorded";
  await createInstaller({ env: process.env, limits }).install(program, installLine(program) ?? "", {
    begins: async () => {},
    done: (sha256) => {
      recorded = sha256;
    },
  });
  return recorded;
}

/** A tar file of what `fill` puts into a folder; `args`: what is packed, and how. */
function tarOf(fill: (folder: string) => void, ...args: string[]): Buffer {
  const folder = newFolder();
  fill(folder);
  return gzipSync(execFileSync("tar", ["-c", "-f", "-", "-C", folder, ...(args.length > 0 ? args : ["."])]));
}

const withAgent = (folder: string): void => {
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/agent"), "#!/bin/sh\necho hello\n");
};

/** What the server answers for an archive, and a folder for the agent in which an earlier program is. */
async function withArchive(bytes: Uint8Array) {
  const address = await serve((_, response) => response.end(bytes));
  const folder = newFolder();
  mkdirSync(join(folder, "program/bin"), { recursive: true });
  writeFileSync(join(folder, "program/bin/agent"), "before");
  return { address: `${address}/agent`, folder };
}

async function expectRefused(bytes: Uint8Array, why: RegExp, some: Partial<BinaryArchive> = {}) {
  const { address, folder } = await withArchive(bytes);
  const error = await install(folder, { archive: address, ...some }).then(
    () => "installed",
    (failure: Error) => failure.message,
  );
  expect(error).toMatch(why);
  // What was there is as it was, and nothing else is left.
  expect(readdirSync(folder)).toEqual(["program"]);
  expect(readFileSync(join(folder, "program/bin/agent"), "utf8")).toBe("before");
}

describe("an archive with the program of an agent", () => {
  it("is unpacked in place of the earlier one, and recorded with its hash", async () => {
    const tar = tarOf((folder) => {
      withAgent(folder);
      symlinkSync("agent", join(folder, "bin/other-name"));
    });
    const zip = zipSync({
      "bin/agent": Buffer.from("#!/bin/sh\necho hello\n"),
      "empty.txt": new Uint8Array(),
      "lib/": new Uint8Array(),
    });
    for (const [bytes, kind] of [
      [tar, "tar.gz"],
      [zip, "zip"],
    ] as const) {
      const { address, folder } = await withArchive(bytes);
      expect(await install(folder, { archive: address, kind, sha256: sha256Of(bytes) })).toBe(sha256Of(bytes));
      expect(execFileSync(join(folder, "program/bin/agent"), { encoding: "utf8" })).toBe("hello\n");
      expect(readdirSync(folder)).toEqual(["program"]);
    }
  });

  it("is rejected with a name that leads outside", async () => {
    const outside = (folder: string) => {
      withAgent(folder);
      writeFileSync(join(folder, "evil"), "evil");
    };
    await expectRefused(tarOf(outside, "--transform", "s,^evil,../../evil,", "bin", "evil"), /leads outside.*evil/);
    await expectRefused(
      tarOf(outside, "-P", "--transform", "s,^evil,/tmp/galley-evil,", "bin", "evil"),
      /leads outside/,
    );
    expect(existsSync("/tmp/galley-evil")).toBe(false);
    for (const name of ["../evil", "/tmp/galley-evil", "a/../../evil", "a\\..\\..\\evil", "C:evil", "a//b", "."])
      await expectRefused(zipSync({ "bin/agent": new Uint8Array(1), [name]: new Uint8Array(1) }), /leads outside/, {
        kind: "zip",
      });
  });

  it("is rejected with links that lead outside, before or after they are written through", async () => {
    const target = newFolder();
    await expectRefused(
      tarOf((folder) => {
        withAgent(folder);
        symlinkSync("/etc/passwd", join(folder, "secret"));
      }),
      /leads outside.*secret/,
    );
    await expectRefused(
      tarOf((folder) => {
        withAgent(folder);
        symlinkSync("../../..", join(folder, "up"));
      }),
      /leads outside.*up/,
    );
    // A link, then a file below it: two archives in one.
    const through = (() => {
      const folder = newFolder();
      symlinkSync(target, join(folder, "x"));
      const one = execFileSync("tar", ["-c", "-f", "-", "-C", folder, "x"]);
      rmSync(join(folder, "x"));
      mkdirSync(join(folder, "x"));
      writeFileSync(join(folder, "x/evil"), "evil");
      const two = execFileSync("tar", ["-c", "-f", "-", "-C", folder, "x/evil"]);
      // Without the blocks of zeros that end an archive.
      return gzipSync(Buffer.concat([one.subarray(0, 512), two]));
    })();
    await expectRefused(through, /could not be|leads outside|does not have/);
    expect(readdirSync(target)).toEqual([]);
    // The program itself is a link.
    await expectRefused(
      tarOf((folder) => {
        mkdirSync(join(folder, "bin"));
        symlinkSync("/bin/sh", join(folder, "bin/agent"));
      }),
      /leads outside/,
    );
    await expectRefused(
      tarOf((folder) => {
        withAgent(folder);
        execFileSync("mkfifo", [join(folder, "pipe")]);
      }),
      /leads outside.*pipe/,
    );
  });

  it("is rejected if it is too large, packed or unpacked, or has too many files", async () => {
    const bomb = (folder: string) => {
      withAgent(folder);
      writeFileSync(join(folder, "zeros"), Buffer.alloc(700_000));
    };
    await expectRefused(tarOf(bomb), /more than/);
    await expectRefused(zipSync({ "bin/agent": new Uint8Array(1), zeros: new Uint8Array(2_000_000) }), /more than/, {
      kind: "zip",
    });
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, new Uint8Array(1)]));
    await expectRefused(zipSync(many), /more than/, { kind: "zip" });
    await expectRefused(
      tarOf((folder) => {
        withAgent(folder);
        for (const name of Object.keys(many)) writeFileSync(join(folder, name), "");
      }),
      /more than/,
    );
    const { randomBytes } = await import("node:crypto");
    await expectRefused(zipSync({ "bin/agent": randomBytes(150_000) }), /archive has more than/, { kind: "zip" });
  });

  it("is rejected if it is damaged, or has no such program", async () => {
    const tar = tarOf(withAgent);
    await expectRefused(tar, /does not have the program bin\/other/, { command: "bin/other" });
    await expectRefused(tar, /does not have the program bin/, { command: "bin" });
    await expectRefused(tar.subarray(0, tar.length - 40), /could not be unpacked/);
    await expectRefused(Buffer.from("<html>"), /could not be unpacked/);
    await expectRefused(Buffer.from("<html>"), /could not be unpacked/, { kind: "zip" });
    const zip = zipSync({ "bin/agent": Buffer.from(`x${"y".repeat(50_000)}`) }, { level: 0 });
    await expectRefused(zip.subarray(0, 30_000), /could not be unpacked/, { kind: "zip" });
    await expectRefused(zipSync({ "bin/agent": new Uint8Array(1) }), /could not be unpacked|does not have/);
  });

  it("is taken from the host that was shown, over https, or from another if its hash is known", async () => {
    const bytes = tarOf(withAgent);
    const other = await serve((_, response) => response.end(bytes));
    const location = (to: string) => (_: string, response: ServerResponse) =>
      response.writeHead(302, { location: to }).end();
    const elsewhere = await serve(location(`${other}/agent`));
    const folder = newFolder();
    await expect(install(folder, { archive: elsewhere })).rejects.toThrow(/sends the download to 127\.0\.0\.1:\d+/);
    expect(await install(folder, { archive: elsewhere, sha256: sha256Of(bytes) })).toBe(sha256Of(bytes));
    await expect(install(folder, { archive: other, sha256: "0".repeat(64) })).rejects.toThrow("is not the one");
    for (const to of ["http://example.com/agent", "ftp://127.0.0.1/agent", "file:///etc/passwd"])
      await expect(install(folder, { archive: await serve(location(to)), sha256: sha256Of(bytes) })).rejects.toThrow(
        "is not an https address",
      );
    const here = await serve((path, response) =>
      path === "/a" ? location("/b")(path, response) : response.end(bytes),
    );
    expect(await install(folder, { archive: `${here}/a` })).toBe(sha256Of(bytes));
    const round = await serve(location("/"));
    await expect(install(folder, { archive: round })).rejects.toThrow("redirects");
    await expect(
      install(folder, { archive: await serve((_, response) => response.writeHead(404).end()) }),
    ).rejects.toThrow("404");
  });
});
