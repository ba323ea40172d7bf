import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultSettings, isSetting, settingKinds, settingNames } from "../../shared/settings";
import { readSettings, withSettings } from "./settings-text";

const read = (text: string) => readSettings(text).settings;

test("an empty file, and one with an empty object, give the default settings", () => {
  for (const text of ["", "\n", "{}", "// nothing yet\n{\n}\n"])
    expect(readSettings(text)).toEqual({ settings: defaultSettings, problems: [] });
});

test("comments, a trailing comma and unknown entries are not errors", () => {
  const text = `// mine\n{\n  "theme": "dark", // at night\n  "plans": { "a": [1, 2,], },\n  /* big */ "fontSize": 20,\n}\n`;
  expect(readSettings(text)).toEqual({ settings: { ...defaultSettings, theme: "dark", fontSize: 20 }, problems: [] });
});

test("an invalid value is reported with its line, and does not affect other entries", () => {
  const { settings, problems } = readSettings('{\n  "theme": "pink",\n  "fontSize": 20\n}');
  expect(settings).toEqual({ ...defaultSettings, fontSize: 20 });
  expect(problems).toEqual([{ kind: "value", name: "theme", found: '"pink"', line: 2 }]);
});

test("a syntax error is reported with its position, and every other entry counts", () => {
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

test("text in strings that looks like a comment or a bracket is ignored", () => {
  expect(read('{"note": "// } , ]", "fontSize": 21}').fontSize).toBe(21);
});

test("of many errors the first few are reported, however long the file is", () => {
  const { settings, problems } = readSettings(`{${'"x": oops,\n'.repeat(100_000)}"fontSize": 20}`);
  expect(problems.map((problem) => problem.kind === "syntax" && problem.line)).toEqual([1, 2, 3, 4, 5]);
  expect(settings.fontSize).toBe(20);
});

test("a change replaces only the value", () => {
  const text = `{\n  // at night\n  "theme"  :  "dark" , // yes\n  "mine": [1,2]\n}`;
  expect(withSettings(text, { theme: "light" })).toBe(text.replace('"dark"', '"light"'));
});

test("a new entry is added last, after comments, with the comma that it needs", () => {
  expect(withSettings("", { theme: "dark" })).toBe('{\n  "theme": "dark"\n}\n');
  expect(withSettings("{}", { theme: "dark" })).toBe('{\n  "theme": "dark"\n}');
  expect(withSettings('{"a": 1}', { theme: "dark" })).toBe('{"a": 1,\n  "theme": "dark"\n}');
  expect(withSettings('{\n\t"a": 1 // one\n\t// two\n}\n', { theme: "dark" })).toBe(
    '{\n\t"a": 1, // one\n\t// two\n\t"theme": "dark"\n}\n',
  );
  expect(withSettings('{\n  "a": 1, // one\n}', { theme: "dark" })).toBe('{\n  "a": 1, // one\n  "theme": "dark"\n}');
});

test("a file that is too damaged is not edited", () => {
  for (const text of ['{"a": 1', "oops", '{"a": 1} {', '{"a": oops}'])
    expect(withSettings(text, { theme: "dark" })).toBeNull();
});

test("of two entries with the same name the last one counts, and is the one that changes", () => {
  const text = '{"theme": "dark", "theme": "light"}';
  expect(read(text).theme).toBe("light");
  expect(withSettings(text, { theme: "system" })).toBe('{"theme": "dark", "theme": "system"}');
});

test("a byte order mark is not an error and stays", () => {
  expect(withSettings('\ufeff{"theme": "dark"}', { theme: "light" })).toBe('\ufeff{"theme": "light"}');
});

test("endless brackets are an error, and do not throw", () => {
  const text = `{"theme": "dark", "mine": ${"[".repeat(200_000)}`;
  expect(readSettings(text).problems[0]).toMatchObject({ kind: "syntax", line: 1 });
  expect(withSettings(text, { theme: "light" })).toBeNull();
});

const anyValue = fc.oneof(fc.jsonValue(), ...settingNames.map((name) => fc.constant(settingKinds[name].usual)));

test("a changed value can be read, whatever the file looks like, and every other entry stays", () => {
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

test("any text can be read without an exception, in time", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'{}[],:"/*\\\n 1a') })), (text) => {
      readSettings(text);
      withSettings(text, { theme: "dark" });
    }),
  );
});
