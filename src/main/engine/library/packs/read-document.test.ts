import { describe, expect, it } from "vitest";
import { ToolError } from "../../ports/tool-error";
import { limits } from "../entries/document-limits";
import { readDocument } from "./read-document";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (value: unknown, key?: string) =>
  readDocument(bytes(typeof value === "string" ? value : JSON.stringify(value)), { file: "pack.json", key });

function errorOf(value: unknown, file = "pack.json", key?: string): { code: string; message: string } {
  const content =
    value instanceof Uint8Array ? value : bytes(typeof value === "string" ? value : JSON.stringify(value));
  try {
    readDocument(content, { file, key });
  } catch (error) {
    if (error instanceof ToolError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("it was taken");
}

const pack = (entries: unknown, more: object = {}) => ({ document: "house", title: "House", entries, ...more });
const dragon = { kind: "creature", name: "Ash Dragon", type: "dragon", challenge_rating: 10 };

describe("packs", () => {
  it("are read as they are written", () => {
    const content = read(
      pack([dragon, { kind: "rule", name: "Rest", key: "r1", text: "Sleep.", extra: { deep: [1, "two", null] } }], {
        license: "MIT",
        publisher: "Us",
      }),
    );
    expect(content).toEqual({
      document: "house",
      title: "House",
      license: "MIT",
      publisher: "Us",
      credit: null,
      source: "pack",
      markdown: null,
      entries: [
        {
          kind: "creature",
          key: "ash-dragon",
          name: "Ash Dragon",
          text: "",
          fields: { type: "dragon", challenge_rating: 10 },
        },
        { kind: "rule", key: "r1", name: "Rest", text: "Sleep.", fields: { extra: { deep: [1, "two", null] } } },
      ],
    });
  });

  const product = {
    kind: "product",
    fields: [{ field: "price", type: "number" }, { field: "origin" }, { field: "since", type: "date" }],
  };

  it("declare kinds with fields of their own", () => {
    const declared = [{ ...product, badge: "price" }];
    const content = read(
      pack([{ kind: "product", name: "Matcha", price: 24.5, origin: ["Uji"] }], { kinds: declared }),
    );
    expect(content.declares).toMatchObject([
      { kind: "product", name: "Product", plural: "Product", badge: "price", line: [] },
    ]);
    expect(content.declares?.[0]?.fields[1]).toEqual({
      field: "origin",
      label: "Origin",
      type: "text",
      unit: "",
      offers: [],
    });
    expect(content.entries[0]?.fields).toEqual({ price: 24.5, origin: ["Uji"] });
  });

  const offers = Array.from({ length: 50 }, () => "x".repeat(60));
  const manyOffers = [{ kind: "a", fields: Array.from({ length: 30 }, (_, at) => ({ field: `f${at}`, offers })) }];

  it.each([
    [{ kinds: 5 }, "kinds must be a list, not 5"],
    [{ kinds: [{ kind: "spell" }] }, 'kinds[0].kind "spell" is a kind of Galley\'s own'],
    [{ kinds: [{ kind: "__proto__" }] }, "kinds[0].kind must be lower-case letters"],
    [{ kinds: [{ kind: "constructor" }] }, 'kinds[0].kind cannot be "constructor"'],
    [{ kinds: [{ kind: "a", fields: [{ field: "constructor" }] }] }, "kinds[0].fields[0].field cannot be"],
    [{ kinds: [product, product] }, 'kinds[1].kind "product" is declared twice'],
    [{ kinds: [{ kind: "a", fields: [{ field: "name" }] }] }, '"name" is a name that every entry has'],
    [
      { kinds: [{ kind: "a", fields: [{ field: "b", type: "blob" }] }] },
      "kinds[0].fields[0].type must be one of text, number, flag, date",
    ],
    [{ kinds: [{ kind: "a", badge: "b" }] }, 'kinds[0].badge names "b", which is not one of its fields'],
    [{ kinds: Array.from({ length: 21 }, (_, at) => ({ kind: `k${at}` })) }, "kinds has 21 items of at most 20"],
    [{ kinds: [{ kind: "a", name: "x".repeat(61) }] }, "kinds[0].name has 61 characters of at most 60"],
    [{ kinds: manyOffers }, "characters of declarations of at most 65536"],
  ])("reject a declaration %#", (more, message) => {
    expect(errorOf(pack([], more)).message).toContain(message);
  });

  it("reject more values of declared fields than a library can take", () => {
    const origin = Array.from({ length: 19_000 }, (_, at) => String(at));
    const entries = Array.from({ length: 53 }, (_, at) => ({ kind: "product", name: `Tea ${at}`, origin }));
    const error = errorOf(pack(entries, { kinds: [product] }));
    expect(error).toMatchObject({ code: "too_large" });
    expect(error.message).toContain("pack.json has more than 1000000 values of declared fields");
  });

  it("reject an entry whose declared fields have other types, and kinds that are not declared", () => {
    const kinds = [product];
    expect(
      errorOf(pack([{ kind: "product", name: "Tea", price: "cheap", since: "2025-02-30x" }], { kinds })).message,
    ).toBe(
      'pack.json cannot be added:\n- entries[0] ("Tea"): price must be a number, not "cheap"\n- entries[0] ("Tea"): since must be a day such as 2026-11-29, not "2025-02-30x"\nNothing was changed',
    );
    expect(errorOf(pack([{ kind: "book", name: "Tea" }], { kinds })).message).toContain(
      "character_option, rule, product, not",
    );
  });

  it("accept another key, a byte order mark, UTF-16 and null for missing fields", () => {
    expect(read(pack([]), "Other Key").document).toBe("Other Key");
    expect(read(`\ufeff${JSON.stringify(pack([]))}`).document).toBe("house");
    const utf16 = Buffer.from(`\ufeff${JSON.stringify(pack([{ ...dragon, name: "灰龙" }]))}`, "utf16le");
    expect(readDocument(utf16, { file: "a.JSON" }).entries[0]).toMatchObject({ name: "灰龙", key: "灰龙" });
    expect(
      read(pack([{ ...dragon, size: null, text: null, key: null }], { license: null })).entries[0]?.fields,
    ).not.toHaveProperty("size");
  });

  it("drop repeated entries, number those that only share a name, and never reassign a given key", () => {
    const entries = [
      dragon,
      dragon,
      { ...dragon, size: "Huge" },
      { kind: "rule", name: "Ash Dragon" },
      { ...dragon, key: "ash-dragon-2", size: "Tiny" },
    ];
    expect(read(pack(entries)).entries.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      ...["creature ash-dragon", "creature ash-dragon-3", "rule ash-dragon", "creature ash-dragon-2"],
    ]);
  });

  it.each<[string, unknown, string]>([
    ["no JSON", "{nope", "pack.json is not JSON"],
    ["nothing", "", "pack.json is not JSON"],
    ["no object", "[1]", "pack.json is not a pack: it contains a list, not an object"],
    ["no entries", { document: "a" }, "entries must be a list of entries, not nothing"],
    ["entries of another kind", pack({}), "entries must be a list of entries, not an object"],
    ["no key", { entries: [] }, "document is required"],
    ["a key that is none", { document: 5, entries: [] }, "document must be a string, not 5"],
    ["a key like a path", { document: "../x", entries: [] }, 'document "../x" cannot name a document'],
    ["a key like a pattern", { document: "a*", entries: [] }, 'document "a*" cannot name a document'],
    ["a key without end", { document: "a".repeat(500), entries: [] }, "is too long: 500 characters of at most 100"],
    ["a title that is none", pack([], { title: 5 }), "title must be a string, not 5"],
    ["a title of two lines", pack([], { title: "a\nb" }), "title contains line breaks or control characters"],
    ["an entry that is none", pack([5]), "entries[0] must be an object, not 5"],
    ["an entry without a kind", pack([{ name: "X" }]), 'entries[0] ("X"): kind is required, one of spell, creature'],
    [
      "a kind that there is not",
      pack([{ kind: "monster", name: "X" }]),
      'kind must be one of spell, creature, equipment, character_option, rule, not "monster"',
    ],
    ["an entry without a name", pack([dragon, { kind: "rule" }]), "entries[1]: name is required"],
    ["an empty name", pack([{ kind: "rule", name: "  " }]), "name is empty"],
    ["a name of two lines", pack([{ kind: "rule", name: "a\nb" }]), "name contains line breaks or control characters"],
    ["a key that is none", pack([{ ...dragon, key: 5 }]), 'entries[0] ("Ash Dragon"): key must be a string, not 5'],
    ["a text that is none", pack([{ ...dragon, text: ["a"] }]), "text must be a string, not a list"],
    [
      "a rating in words",
      pack([{ ...dragon, challenge_rating: "ten" }]),
      'entries[0] ("Ash Dragon"): challenge_rating must be a number from 0 to 100, or a fraction such as 1/4, not "ten"',
    ],
    ["a rating below nothing", pack([{ ...dragon, challenge_rating: -1 }]), "challenge_rating must be"],
    [
      "half a level",
      pack([{ kind: "spell", name: "X", level: 1.5 }]),
      "level must be a whole number from 0 to 99, not 1.5",
    ],
    [
      "a flag that is none",
      pack([{ kind: "spell", name: "X", ritual: "yes" }]),
      'ritual must be true or false, not "yes"',
    ],
    [
      "a school that is a list",
      pack([{ kind: "spell", name: "X", school: ["a"] }]),
      "school must be a string, not a list",
    ],
    [
      "two entries with one key",
      pack([dragon, { ...dragon, key: "k" }, { ...dragon, key: "k", size: "Tiny" }]),
      'entries[2] ("Ash Dragon"): key "k" is already used by entries[1] ("Ash Dragon")',
    ],
    [
      "an entry of another document",
      pack([{ ...dragon, document: "tce" }]),
      "document belongs to the pack, not to an entry",
    ],
    [
      "a number beyond numbers",
      '{"document": "a", "entries": [{"kind": "creature", "name": "X", "x": {"y": [1e999]}}]}',
      'entries[0] ("X"): x.y[0] is a number too large to be kept',
    ],
    [
      "names that reach for the prototype",
      '{"document": "a", "entries": [{"kind": "rule", "name": "X", "__proto__": {"a": 1}}]}',
      '"__proto__" cannot be the name of a field',
    ],
    [
      "the same, deep down",
      '{"document": "a", "entries": [{"kind": "rule", "name": "X", "a": [{"constructor": 1}]}]}',
      '"constructor" cannot be the name of a field',
    ],
    [
      "half a character",
      '{"document": "a", "entries": [{"kind": "rule", "name": "X", "a": "\\ud800"}]}',
      "a contains half a character",
    ],
    [
      "a NUL",
      '{"document": "a", "entries": [{"kind": "rule", "name": "X", "text": "\\u0000"}]}',
      "text contains a NUL character",
    ],
    [
      "an endless entry",
      pack([{ kind: "rule", name: "X", text: "x".repeat(limits.entry + 1) }]),
      "it has more than 1048576 characters",
    ],
    [
      "an entry of too many values",
      pack([{ kind: "rule", name: "X", a: Array(30_000).fill(0) }]),
      "it has more than 20000 values",
    ],
  ])("with %s are rejected by entry and field", (_name, value, message) => {
    const { code, message: text } = errorOf(value);
    expect(code).toBe("bad_arguments");
    expect(text).toContain(message);
    expect(text).toMatch(/[Nn]othing was changed$/);
  });

  it("report every error of an entry and of the pack itself", () => {
    const { message } = errorOf(pack([{ kind: "spell", name: " ", key: 5, level: -1 }], { title: 5, license: 6 }));
    expect(message.split("\n").filter((line) => line.startsWith("- "))).toEqual([
      "- title must be a string, not 5",
      "- license must be a string, not 6",
      '- entries[0] (" "): name is empty',
      '- entries[0] (" "): key must be a string, not 5',
      '- entries[0] (" "): level must be a whole number from 0 to 99, not -1',
    ]);
  });

  it("with endless nesting are rejected, not followed", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(errorOf(`{"document": "a", "entries": [{"kind": "rule", "name": "X", "a": ${deep}}]}`).message).toContain(
      "is nested more than 16 deep",
    );
  });

  it("with many errors report the first five and how many more there are", () => {
    const { message } = errorOf(pack(Array.from({ length: 9 }, () => ({ kind: "rule" }))));
    expect(message.split("\n").filter((line) => line.startsWith("- "))).toEqual([
      ...[0, 1, 2, 3, 4].map((index) => `- entries[${index}]: name is required`),
      "- ... and 4 more",
    ]);
  });

  it("that are too large, or have too many entries, are rejected", () => {
    expect(errorOf(new Uint8Array(limits.file + 1))).toEqual({
      code: "too_large",
      message: "pack.json has 67,108,865 bytes; a document may have 67,108,864 (64 MiB)",
    });
    const many = `{"document": "a", "entries": [${Array(limits.entries + 1)
      .fill("0")
      .join(",")}]}`;
    expect(errorOf(many)).toMatchObject({
      code: "too_large",
      message: "pack.json has 200001 entries; a document may have 200000",
    });
  });

  it("in an unreadable encoding, and files of other kinds, are rejected", () => {
    expect(errorOf(Uint8Array.from([0x7b, 0xe9, 0x7d]))).toMatchObject({
      code: "encoding",
      message: "pack.json is not valid UTF-8",
    });
    expect(errorOf(bytes("a\0b"))).toMatchObject({ code: "binary" });
    expect(errorOf(bytes("a"), "rules.docx")).toMatchObject({ code: "unsupported" });
    expect(errorOf(bytes("a"), "rules.md", "a/b").message).toContain('the key "a/b" cannot name a document');
  });
});

describe("files of other tools [8.10]", () => {
  it("armor class and hit points may have a note", () => {
    const noted = { ...dragon, armor_class: "17 (natural armor)", hit_points: "135 (18d10 + 36)" };
    expect(read(pack([noted])).entries[0]?.fields).toMatchObject({
      armor_class: 17,
      armor_class_note: "natural armor",
      hit_points: 135,
      hit_points_note: "18d10 + 36",
    });
    expect(read(pack([{ ...dragon, armor_class: "17" }])).entries[0]?.fields["armor_class"]).toBe(17);
    expect(errorOf(pack([{ ...dragon, armor_class: "high" }])).message).toContain(
      'armor_class must be a number from 0 to 1000000, which a note may follow as in "17 (natural armor)", not "high"',
    );
  });

  it("5etools: spells, monsters and items with their fields, tags as plain text", () => {
    const file = {
      _meta: { sources: [{ json: "HB", full: "Our Homebrew" }] },
      spell: [
        {
          name: "Ash Cloud",
          source: "HB",
          level: 3,
          school: "V",
          time: [{ number: 1, unit: "bonus" }],
          duration: [{ type: "timed", concentration: true }],
          meta: { ritual: true },
          damageInflict: ["fire"],
          classes: { fromClassList: [{ name: "Wizard", source: "PHB" }] },
          entries: [
            "It deals {@damage 8d6} damage to a {@creature goblin|mm|green goblin}.",
            { type: "list", items: ["one", { type: "item", name: "Two", entry: "{@dc 15}" }] },
            { type: "table", colLabels: ["d4", "What"], rows: [[1, "Smoke"]] },
          ],
          entriesHigherLevel: [{ type: "entries", name: "At Higher Levels", entries: ["More."] }],
        },
      ],
      monster: [
        {
          name: "Ash Hound",
          size: ["M"],
          type: { type: "fiend", tags: ["dog"] },
          ac: [{ ac: 15, from: ["natural armor"] }],
          hp: { average: 45, formula: "7d8" },
          speed: { walk: 50 },
          str: 17,
          cr: "1/2",
          trait: [{ name: "Keen Smell", entries: ["It smells."] }],
          action: [{ name: "Bite", entries: ["{@atk mw} {@hit 5} to hit. {@h}7 damage."] }],
        },
      ],
      item: [
        {
          name: "Ash Blade",
          type: "M",
          rarity: "rare",
          value: 1500,
          weight: 3,
          dmg1: "1d8",
          property: ["F", "L|X"],
          entries: [],
        },
      ],
      class: [{ name: "Ashwalker" }],
    };
    const { document, title, entries } = read(file);
    expect([document, title]).toEqual(["pack", "Our Homebrew"]);
    expect(entries.map(({ kind, name, fields }) => ({ kind, name, fields }))).toEqual([
      {
        kind: "spell",
        name: "Ash Cloud",
        fields: {
          level: 3,
          school: "evocation",
          casting_time: "1 bonus action",
          concentration: true,
          ritual: true,
          damage_type: ["fire"],
          classes: ["Wizard"],
        },
      },
      {
        kind: "creature",
        name: "Ash Hound",
        fields: {
          size: "Medium",
          type: "fiend",
          armor_class: 15,
          hit_points: 45,
          challenge_rating: "1/2",
          speed: { walk: "50 ft." },
          str: 17,
        },
      },
      {
        kind: "equipment",
        name: "Ash Blade",
        fields: {
          item_type: "weapon",
          rarity: "rare",
          is_magic: true,
          cost: 15,
          weight: 3,
          damage_dice: "1d8",
          is_finesse: true,
          is_light: true,
        },
      },
    ]);
    expect(entries[0]?.text).toBe(
      "It deals 8d6 damage to a green goblin.\n\n- one\n- **Two.** DC 15\n\n| d4 | What |\n| --- | --- |\n| 1 | Smoke |\n\n**At Higher Levels.** More.",
    );
    expect(entries[1]?.text).toBe(
      "**Keen Smell.** It smells.\n\n### Actions\n\n**Bite.** Melee Weapon Attack: +5 to hit. Hit: 7 damage.",
    );
  });

  it("Foundry: one document, or a list of them, with HTML as Markdown", () => {
    const spell = {
      _id: "x",
      name: "Ash Ray",
      type: "spell",
      system: {
        level: 2,
        school: "evo",
        activation: { type: "action", cost: 1 },
        properties: ["vocal", "concentration"],
        description: {
          value: "<p>A <strong>ray</strong> &amp; [[/damage 2d6 fire]].</p><ul><li>@UUID[Item.x]{Burn}</li></ul>",
        },
      },
    };
    const actor = {
      name: "Ash Hound",
      type: "npc",
      system: {
        attributes: { ac: { flat: 15 }, hp: { value: 45, max: 45 } },
        details: { cr: 0.5, type: { value: "fiend" }, biography: { value: "<p>A dog.</p>" } },
        traits: { size: "med" },
        abilities: { str: { value: 17 } },
      },
      items: [{ name: "Bite", type: "weapon", system: { description: { value: "<p>It bites.</p>" } } }],
    };
    const blade = {
      name: "Ash Blade",
      type: "weapon",
      system: {
        price: { value: 15, denomination: "sp" },
        weight: { value: 3 },
        rarity: "rare",
        properties: ["fin"],
        damage: { base: { number: 1, denomination: 8 } },
      },
    };
    expect(read(spell).entries).toMatchObject([
      {
        kind: "spell",
        name: "Ash Ray",
        text: "A **ray** & 2d6 fire.\n\n- Burn",
        fields: { level: 2, school: "evocation", casting_time: "1 action", concentration: true, ritual: false },
      },
    ]);
    expect(read([actor, blade, { name: "Party", type: "group", system: {} }]).entries).toMatchObject([
      {
        kind: "creature",
        text: "A dog.\n\n**Bite.** It bites.",
        fields: { armor_class: 15, hit_points: 45, challenge_rating: 0.5, type: "fiend", size: "Medium", str: 17 },
      },
      {
        kind: "equipment",
        fields: {
          item_type: "weapon",
          cost: 1.5,
          weight: 3,
          rarity: "rare",
          is_magic: true,
          is_finesse: true,
          damage_dice: "1d8",
        },
      },
    ]);
  });

  it("with nothing that can be read are rejected by name", () => {
    expect(errorOf({ class: [{ name: "Ashwalker" }] }).message).toBe(
      "pack.json is a file of 5etools without spells, monsters, items, feats, backgrounds or races; nothing was changed",
    );
    expect(errorOf({ name: "Scene", type: "vehicle", system: {} }).message).toContain("is a file of Foundry without");
  });
});

describe("lists from other projects", () => {
  it("of 5e-database are packs under the file's name", () => {
    const named = (name: string) => ({ index: name.toLowerCase(), name, url: `/api/2014/x/${name}` });
    const list = [
      {
        index: "acid-arrow",
        name: "Acid Arrow",
        desc: ["A green arrow.", "It bursts."],
        higher_level: ["More."],
        level: 2,
        casting_time: "1 action",
        concentration: false,
        ritual: false,
        school: named("Evocation"),
        classes: [named("Wizard")],
        damage: { damage_type: named("Acid") },
        url: "/api/2014/spells/acid-arrow",
        updated_at: "2024",
      },
      {
        index: "club",
        name: "Club",
        equipment_category: named("Weapon"),
        cost: { quantity: 1, unit: "sp" },
        weight: 2,
        damage: { damage_dice: "1d4" },
        properties: [named("Light")],
        url: "/api/equipment/club",
      },
      {
        index: "bat",
        name: "Bat",
        type: "beast",
        armor_class: [{ type: "dex", value: 12 }],
        challenge_rating: 0,
        hit_points: 1,
        actions: [{ name: "Bite", desc: "It bites." }],
        url: "/api/2014/monsters/bat",
      },
      {
        index: "amulet",
        name: "Amulet",
        rarity: { name: "Rare" },
        desc: ["Shiny."],
        url: "/api/2014/magic-items/amulet",
      },
      { index: "poisoned", name: "Poisoned", desc: ["Ill."], url: "/api/2014/conditions/poisoned" },
      { index: "barbarian-1", level: 1, url: "/api/2014/levels/1" },
    ];
    const content = readDocument(bytes(JSON.stringify(list)), { file: "5e-SRD-All.json" });
    expect(content).toMatchObject({ document: "5e-srd-all", title: "5e-SRD-All", source: "pack" });
    expect(content.entries).toMatchObject([
      {
        kind: "spell",
        key: "acid-arrow",
        text: "A green arrow.\n\nIt bursts.\n\n**At Higher Levels.** More.",
        fields: { level: 2, school: "Evocation", classes: ["Wizard"], damage_type: "acid" },
      },
      {
        kind: "equipment",
        fields: { item_type: "Weapon", cost: 0.1, weight: 2, damage_dice: "1d4", is_light: true, is_finesse: false },
      },
      {
        kind: "creature",
        text: "### Actions\n\n**Bite.** It bites.",
        fields: { type: "beast", armor_class: 12, challenge_rating: 0 },
      },
      { kind: "equipment", fields: { rarity: "Rare", is_magic: true } },
      { kind: "rule", fields: { rule_type: "condition" } },
    ]);
  });

  it("of Open5e are packs under their document's name; other lists, and invalid rows, are rejected", () => {
    const row = (model: string, fields: object) => ({
      model,
      pk: `tob_${model}`,
      fields: { document: "tob", ...fields },
    });
    const list = [
      row("api_v2.creature", {
        name: "Ape",
        type: "beast",
        size: "medium",
        armor_class: 12,
        challenge_rating_decimal: "0.500",
        desc: "",
      }),
      row("api_v2.item", { name: "Rope", category: "adventuring-gear", cost: "1.00", weight: "10.000" }),
      row("api_v2.spell", { name: "Zap", level: 1, classes: ["srd_wizard"], school: "evocation" }),
    ];
    const content = readDocument(bytes(JSON.stringify(list)), { file: "All.json" });
    expect(content.document).toBe("tob-all");
    expect(content.entries.map(({ fields }) => fields)).toMatchObject([
      ...[
        { challenge_rating: 0.5, size: "medium" },
        { item_type: "adventuring-gear", cost: 1, weight: 10 },
        { classes: ["wizard"] },
      ],
    ]);
    expect(errorOf([{ name: "X" }]).message).toContain("it contains a list");
    expect(errorOf([row("api_v2.spell", { name: "X", level: "three" })]).message).toContain(
      'entries[0] ("X"): level must be',
    );
    expect(errorOf('[{"index": "a", "url": "/api/spells/a", "name": "X", "__proto__": {"b": 1}}]').message).toContain(
      '"__proto__"',
    );
  });
});

describe("rulebooks", () => {
  const rulebook = (text: string, key?: string) => readDocument(bytes(text), { file: "House Rules.md", key });

  it("become one rule for each section, with its own text and its path", () => {
    const content = rulebook(
      "Before.\r\n\r\n# Combat\r\n\r\nOn your turn.\r\n\r\n## Actions\r\n\r\nYou act.\r\n\r\nActions\r\n---\r\n\r\nAgain.\r\n\r\n# Rest\r\n",
    );
    expect(content).toMatchObject({ document: "house-rules", title: "House Rules", source: "markdown" });
    expect(content.markdown).not.toContain("\r");
    expect(content.entries.map(({ key, name, text }) => [key, name, text])).toEqual([
      ["opening", "House Rules", "Before."],
      ["combat", "Combat", "On your turn."],
      ["combat/actions", "Actions", "You act."],
      ["combat/actions-1", "Actions", "Again."],
      ["rest", "Rest", ""],
    ]);
    expect(content.entries[1]?.fields).toEqual({
      rule_type: "rule",
      section: "combat",
      heading_level: 1,
      lines: [3, 15],
      sections: ["Actions", "Actions"],
    });
  });

  it("are named by their front matter", () => {
    const text = "---\ndocument: house\ntitle: 'Our House'\nlicense: CC0\npublisher: Us\n---\n# A\n\nText.\n";
    expect(rulebook(text)).toMatchObject({ document: "house", title: "Our House", license: "CC0", publisher: "Us" });
    expect(rulebook(text, "mine").document).toBe("mine");
    expect(rulebook("# Only title\n\n## A\n").title).toBe("Only title");
    expect(rulebook("Just text.").entries).toHaveLength(1);
    expect(errorOf(bytes("\n\n"), "a.md").message).toContain("has neither headings nor text");
  });
});
