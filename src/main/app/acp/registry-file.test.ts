import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRegistry } from "./registry-file";

const agent = (some: Record<string, unknown>) => ({
  id: "one",
  name: "One",
  version: "1.2.3",
  description: "Edits",
  distribution: { npx: { package: "@acme/one@1.2.3", args: ["--acp"] } },
  ...some,
});
const read = (...agents: unknown[]) => readRegistry({ version: "1.0.0", agents });
const distributionOf = (distribution: unknown) => read(agent({ distribution }))?.[0]?.distribution;

describe("a registry of agents", () => {
  it("names packages of npm and PyPI in one version, and what it cannot install by its website", () => {
    expect(
      read(agent({ license: "MIT", website: "https://acme.example/one", icon: "https://acme.example/i.svg" })),
    ).toEqual([
      {
        id: "one",
        name: "One",
        version: "1.2.3",
        description: "Edits",
        licence: "MIT",
        website: "https://acme.example/one",
        distribution: {
          kind: "npm",
          package: "@acme/one",
          extras: "",
          version: "1.2.3",
          command: "one",
          isNamed: false,
          args: ["--acp"],
          env: {},
        },
      },
    ]);
    expect(distributionOf({ npx: { package: "one", cmd: "one-acp" } })).toMatchObject({
      version: "1.2.3",
      command: "one-acp",
    });
    expect(distributionOf({ uvx: { package: "one[acp]==2.0", cmd: "one-acp" } })).toMatchObject({
      kind: "uv",
      package: "one",
      extras: "[acp]",
      version: "2.0",
    });
    expect(distributionOf({ uvx: { package: "one@2.0" } })).toMatchObject({ kind: "uv", version: "2.0" });
    expect(
      distributionOf({ binary: { "linux-x86_64": { archive: "https://acme.example/a.tgz", cmd: "./a" } } }),
    ).toEqual({
      kind: "website",
    });
  });

  it.each([
    [{ npx: { package: "--global" } }],
    [{ npx: { package: "../one" } }],
    [{ npx: { package: "file:/tmp/one" } }],
    [{ npx: { package: "git+https://acme.example/one" } }],
    [{ npx: { package: "one@latest" } }],
    [{ npx: { package: "one@1.0.0 --registry=http://acme.example" } }],
    [{ npx: { package: "one@npm:other@1.0.0" } }],
    [{ uvx: { package: "one==1.0;evil" } }],
    [{ uvx: { package: "-r" } }],
    [{ uvx: { package: "one @ https://acme.example/one.whl" } }],
  ])("installs nothing that is more than a package and its version: %j", (distribution) => {
    expect(distributionOf(distribution)).toEqual({ kind: "website" });
  });

  it("leaves out entries that name a path as a program, and variables that load code", () => {
    expect(read(agent({ distribution: { npx: { package: "one", cmd: "../../bin/sh" } } }))).toEqual([]);
    expect(read(agent({ id: "../x" }), agent({ version: "*" }), null, "x", agent({ name: "\u202e" }))).toHaveLength(1);
    const env = {
      ONE_MODE: "strict",
      NODE_OPTIONS: "--require /tmp/x",
      LD_PRELOAD: "/tmp/x",
      PATH: "/tmp",
      "A B": "c",
    };
    expect(distributionOf({ npx: { package: "one", env } })).toMatchObject({ env: { ONE_MODE: "strict" } });
  });

  it("keeps texts on one line, takes only https addresses, one entry an id and a bounded number", () => {
    const [one] =
      read(
        agent({
          name: "One\n\u202eTwo",
          description: "a\u001b[31mb",
          website: "javascript:alert(1)",
          repository: "http://x.example",
        }),
      ) ?? [];
    expect(one?.name).not.toMatch(/[\n\u202e]/);
    expect(one?.description).not.toContain("\u001b");
    expect(one?.website).toBeNull();
    expect(read(agent({}), agent({ name: "Again" }))?.map(({ name }) => name)).toEqual(["One"]);
    expect(read(...Array.from({ length: 1000 }, (_, at) => agent({ id: `a${at}` })))).toHaveLength(300);
  });

  it("is no registry without a list, and any JSON is read without an error", () => {
    expect([readRegistry(null), readRegistry({ agents: 1 }), readRegistry([])]).toEqual([null, null, null]);
    fc.assert(
      fc.property(fc.jsonValue(), (json) => void [readRegistry(json), read(json, agent({ distribution: json }))]),
    );
  });
});
