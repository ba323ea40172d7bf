import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultSettings, isSetting, settingKinds, settingNames } from "../../shared/settings";
import { readSettings, withSettings } from "./settings-text";

const read = (text: string) => readSettings(text).settings;

test("an empty file, and one with nothing in it, hold the usual settings", () => {
  for (const text of ["", "\n", "{}", "// nothing yet\n{\n}\n"])
    expect(readSettings(text)).toEqual({ settings: defaultSettings, problems: [] });
});

test("comments, a comma too many and unknown entries are no problem", () => {
  const text = `// mine\n{\n  "theme": "dark", // at night\n  "plans": { "a": [1, 2,], },\n  /* big */ "fontSize": 20,\n}\n`;
  expect(readSettings(text)).toEqual({ settings: { ...defaultSettings, theme: "dark", fontSize: 20 }, problems: [] });
});

test("a value that a setting cannot have is told with its line, and costs no other entry", () => {
  const { settings, problems } = readSettings('{\n  "theme": "pink",\n  "fontSize": 20\n}');
  expect(settings).toEqual({ ...defaultSettings, fontSize: 20 });
  expect(problems).toEqual([{ kind: "value", name: "theme", found: '"pink"', line: 2 }]);
});

test("where it is no JSON, the place is told and every other entry counts", () => {
  expect(readSettings('{\n  "theme": dark,\n  "fontSize": 20\n}')).toEqual({
    settings: { ...defaultSettings, fontSize: 20 },
    problems: [{ kind: "syntax", line: 2, column: 12 }],
  });
  expect(readSettings('{"fontSize": 20, oops').problems).toEqual([{ kind: "syntax", line: 1, column: 18 }]);
  expect(read('{"fontSize": 20, oops').fontSize).toBe(20);
  expect(readSettings('{"fontSize": 20, "theme"').problems).toEqual([{ kind: "syntax", line: 1, column: 18 }]);
  expect(readSettings('{\n  "theme"\n  "fontSize": 20\n}').problems).toEqual([{ kind: "syntax", line: 2, column: 3 }]);
  expect(readSettings("oops").problems).toEqual([{ kind: "syntax", line: 1, column: 1 }]);
});

test("what looks like a comment or a bracket within a text is neither", () => {
  expect(read('{"note": "// } , ]", "fontSize": 21}').fontSize).toBe(21);
});

test("of many mistakes the first few are told, however long the file is", () => {
  const { settings, problems } = readSettings(`{${'"x": oops,\n'.repeat(100_000)}"fontSize": 20}`);
  expect(problems.map((problem) => problem.kind === "syntax" && problem.line)).toEqual([1, 2, 3, 4, 5]);
  expect(settings.fontSize).toBe(20);
});

test("a change replaces the value alone", () => {
  const text = `{\n  // at night\n  "theme"  :  "dark" , // yes\n  "mine": [1,2]\n}`;
  expect(withSettings(text, { theme: "light" })).toBe(text.replace('"dark"', '"light"'));
});

test("a new entry comes last, after comments, with the comma that it needs", () => {
  expect(withSettings("", { theme: "dark" })).toBe('{\n  "theme": "dark"\n}\n');
  expect(withSettings("{}", { theme: "dark" })).toBe('{\n  "theme": "dark"\n}');
  expect(withSettings('{"a": 1}', { theme: "dark" })).toBe('{"a": 1,\n  "theme": "dark"\n}');
  expect(withSettings('{\n\t"a": 1 // one\n\t// two\n}\n', { theme: "dark" })).toBe(
    '{\n\t"a": 1, // one\n\t// two\n\t"theme": "dark"\n}\n',
  );
  expect(withSettings('{\n  "a": 1, // one\n}', { theme: "dark" })).toBe('{\n  "a": 1, // one\n  "theme": "dark"\n}');
});

test("what is too damaged to be edited is not edited", () => {
  for (const text of ['{"a": 1', "oops", '{"a": 1} {', '{"a": oops}'])
    expect(withSettings(text, { theme: "dark" })).toBeNull();
});

test("of two entries with one name the last one counts, and is the one that changes", () => {
  const text = '{"theme": "dark", "theme": "light"}';
  expect(read(text).theme).toBe("light");
  expect(withSettings(text, { theme: "system" })).toBe('{"theme": "dark", "theme": "system"}');
});

test("a byte-order mark is no mistake and stays", () => {
  expect(withSettings('\ufeff{"theme": "dark"}', { theme: "light" })).toBe('\ufeff{"theme": "light"}');
});

test("brackets without end are a mistake, and no throw", () => {
  const text = `{"theme": "dark", "mine": ${"[".repeat(200_000)}`;
  expect(readSettings(text).problems[0]).toMatchObject({ kind: "syntax", line: 1 });
  expect(withSettings(text, { theme: "light" })).toBeNull();
});

const anyValue = fc.oneof(fc.jsonValue(), ...settingNames.map((name) => fc.constant(settingKinds[name].usual)));

test("a change is read back, whatever stands around it, and keeps every other entry", () => {
  const file = fc.dictionary(fc.oneof(fc.constantFrom(...settingNames), fc.string()), anyValue, { maxKeys: 8 });
  const comment = fc.constantFrom("", " // a, b: {\n", "/* ] , } */", "\n");
  fc.assert(
    fc.property(
      file,
      fc.array(comment, { minLength: 8, maxLength: 8 }),
      fc.constantFrom(...settingNames),
      anyValue,
      (entries, comments, name, value) => {
        fc.pre(isSetting(name, value));
        const lines = Object.entries(entries).map(
          ([key, each], at) => `${JSON.stringify(key)}: ${JSON.stringify(each)} ${comments[at % 8]}`,
        );
        const text = `{${comments[0]}${lines.join(`,${comments[1]}`)}}`;
        const before = readSettings(text);
        const after = withSettings(text, { [name]: value });
        expect(after).not.toBeNull();
        expect(readSettings(after ?? "").settings).toEqual({ ...before.settings, [name]: value });
        const others = before.problems.filter((problem) => problem.kind === "value" && problem.name !== name);
        expect(readSettings(after ?? "").problems).toHaveLength(others.length);
      },
    ),
  );
});

test("any text at all is read without a throw, in time", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'{}[],:"/*\\\n 1a') })), (text) => {
      readSettings(text);
      withSettings(text, { theme: "dark" });
    }),
  );
});
