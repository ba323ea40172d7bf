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
const read = (...agents: unknown[]) => readRegistry({ version: "1.0.0", agents }, "linux-x86_64");
const packageOf = (distribution: unknown) => read(agent({ distribution }))?.[0]?.npm;
const pythonOf = (some: object) => read(agent({ distribution: { uvx: some } }))?.[0]?.python;
const archiveOf = (some: object, platform = "linux-x86_64") =>
  read(
    agent({
      distribution: { binary: { [platform]: { archive: "https://acme.example/one.tar.gz", cmd: "./one", ...some } } },
    }),
  )?.[0]?.binary;

describe("a registry of agents", () => {
  it("names packages of npm in one version, and what it cannot install by its website", () => {
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
        npm: { package: "@acme/one", version: "1.2.3", command: null, args: ["--acp"] },
        binary: null,
        python: null,
      },
    ]);
    expect(packageOf({ npx: { package: "one", cmd: "one-acp" } })).toMatchObject({
      version: "1.2.3",
      command: "one-acp",
    });
  });

  it.each([
    ["--global"],
    ["../one"],
    ["file:/tmp/one"],
    ["git+https://acme.example/one"],
    ["one@latest"],
    ["one@1"],
    ["one@1.2"],
    ["one@1.x"],
    ["one@0latest"],
    ["one@^1.0.0"],
    ["one@1.0.0 --registry=http://acme.example"],
    ["one@npm:other@1.0.0"],
    ["One Two@1.0.0"],
  ])("installs nothing that is more than a package in exactly one version: %s", (name) => {
    expect(packageOf({ npx: { package: name } })).toBeNull();
  });

  it.each([[["& calc"]], [["$(x)"]], [["a b"]], [['"']], [["%PATH%"]], [["a\nb"]], [Array(31).fill("a")]])(
    "starts nothing with arguments that a shell understands: %j",
    (args) => {
      expect(packageOf({ npx: { package: "one", args } })).toBeNull();
    },
  );

  it("names packages of PyPI in one version", () => {
    const expected = { package: "one", version: "2.0", command: null, args: ["acp"] };
    expect(pythonOf({ package: "one==2.0", args: ["acp"] })).toEqual(expected);
    expect(pythonOf({ package: "one@2.0", args: ["acp"] })).toEqual(expected);
    expect(pythonOf({ package: "One.two[acp]==2.0.1rc1", cmd: "one-acp" })).toMatchObject({
      package: "One.two[acp]",
      version: "2.0.1rc1",
      command: "one-acp",
    });
    expect(pythonOf({ package: "one" })?.version).toBe("1.2.3");
    for (const bad of [
      "one>=2.0",
      "one==*",
      "one==2.0 --index-url=x",
      "one @ https://x.example/one.whl",
      "git+https://x.example/one",
      "../one",
      "--with",
      "one==latest",
      "one==2.0,==3.0",
    ])
      expect(pythonOf({ package: bad }), bad).toBeNull();
    for (const cmd of ["../x", "a/b", "-x"]) expect(pythonOf({ package: "one==2.0", cmd })).toBeNull();
    expect(pythonOf({ package: "one==2.0", args: ["$(x)"] })).toBeNull();
  });

  it("names an archive for this computer, the program in it by a plain path, and its hash", () => {
    const sha256 = "ab".repeat(32);
    expect(archiveOf({ sha256: sha256.toUpperCase(), args: ["acp"], env: { X: "1" } })).toEqual({
      archive: "https://acme.example/one.tar.gz",
      kind: "tar.gz",
      sha256,
      command: "one",
      args: ["acp"],
    });
    expect(archiveOf({ archive: "https://acme.example/one.TGZ?x=1" })?.kind).toBe("tar.gz");
    expect(archiveOf({ archive: "https://acme.example/one.zip", cmd: "one-1.0/bin/one.exe" })?.kind).toBe("zip");
    expect(archiveOf({}, "linux-aarch64")).toBeNull();
    expect(archiveOf({}, "__proto__")).toBeNull();
    for (const archive of [
      "http://acme.example/one.zip",
      "file:///one.zip",
      "https://a:b@acme.example/one.zip",
      "https://acme.example/one.tar.bz2",
      "https://acme.example/one.dmg",
      "https://acme.example/one",
      "one.zip",
    ])
      expect(archiveOf({ archive }), archive).toBeNull();
    for (const cmd of [
      "../one",
      "a/../../one",
      "/bin/sh",
      "C:\\x",
      "a//b",
      "",
      "./",
      "-x",
      "one two",
      "a\\b",
      "~/x",
      ".hidden",
    ])
      expect(archiveOf({ cmd }), cmd).toBeNull();
    for (const bad of ["", "ab", "g".repeat(64)]) expect(archiveOf({ sha256: bad }), bad).toBeNull();
    expect(archiveOf({ args: ["a b"] })).toBeNull();
  });

  it("takes no path as a program, and no variables at all", () => {
    expect(packageOf({ npx: { package: "one", cmd: "../../bin/sh" } })).toBeNull();
    const withVariables = packageOf({ npx: { package: "one", env: { ANTHROPIC_BASE_URL: "https://acme.example" } } });
    expect(JSON.stringify(withVariables)).not.toContain("acme.example");
  });

  it("keeps texts on one line, takes only https addresses, one entry an id and a bounded number", () => {
    const names = { name: "One\n\u202eTwo", description: "a\u001b[31mb" };
    const [one] = read(agent({ ...names, website: "javascript:alert(1)", repository: "http://x.example" })) ?? [];
    expect(one?.name).not.toMatch(/[\n\u202e]/);
    expect(one?.description).not.toContain("\u001b");
    expect(one?.website).toBeNull();
    expect(read(agent({}), agent({ name: "Again" }))?.map(({ name }) => name)).toEqual(["One"]);
    expect(read(agent({ id: "../x" }), agent({ id: "X" }), null, "x")).toEqual([]);
    expect(read(...Array.from({ length: 1000 }, (_, at) => agent({ id: `a${at}` })))).toHaveLength(300);
  });

  it("is no registry without a list, and any JSON is read without an error", () => {
    expect([readRegistry(null), readRegistry({ agents: 1 }), readRegistry([])]).toEqual([null, null, null]);
    fc.assert(
      fc.property(fc.jsonValue(), (json) => void [readRegistry(json), read(json, agent({ distribution: json }))]),
    );
  });
});
