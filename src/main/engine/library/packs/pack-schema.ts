import { z } from "zod";
import { keyError, limits } from "../entries/document-limits";
import { entryKinds, isKnownKind } from "../entries/entry";
import { parseRating } from "../entries/entry-columns";
import { kindsSchema } from "./kinds-schema";
import { describeFound, textError, withControls } from "./validate-values";

/** `must be a string, not 5`; the name of the field precedes it. */
const mustBe = (what: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined ? "is required" : `must be ${what}, not ${describeFound(input)}`,
});

/** Kinds that an error lists. */
const MAX_NAMED = 15;

/** A text in which `errorOf` finds nothing wrong. */
const textWith = (errorOf: (text: string) => string | null) =>
  z.string(mustBe("a string")).superRefine((text, context) => {
    const error = errorOf(text);
    if (error !== null) context.addIssue(error);
  });

const tooLong = (text: string, most: number) =>
  text.length > most ? `has ${text.length} characters of at most ${most}` : null;

const controls = (text: string) => (/\p{Cc}/u.test(text) ? withControls : null);

const nameText = textWith((text) =>
  text.trim() === "" ? "is empty" : (tooLong(text, limits.name) ?? textError(text) ?? controls(text)),
);
const line = textWith((text) => controls(text) ?? textError(text) ?? tooLong(text, limits.name)).nullish();
const longText = (most: number) => textWith((text) => textError(text) ?? tooLong(text, most)).nullish();

const text = z.string(mustBe("a string")).nullish();
const flag = z.boolean(mustBe("true or false")).nullish();
const texts = z.union([z.string(), z.array(z.string())], mustBe("a string or a list of strings")).nullish();

const isWithin = (value: unknown, most: number): boolean => typeof value === "number" && value >= 0 && value <= most;
const number = (most: number) =>
  z.custom<number>((value) => isWithin(value, most), mustBe(`a number from 0 to ${most}`)).nullish();
const whole = (most: number) =>
  z
    .custom<number>(
      (value) => Number.isInteger(value) && isWithin(value, most),
      mustBe(`a whole number from 0 to ${most}`),
    )
    .nullish();
/** A number that may be followed by a note: `17 (natural armor)`; null for any other text. */
export function numberWithNote(text: string): { number: number; note: string } | null {
  const [, number, note = ""] = /^\s*(\d{1,9})\s*(?:\(([^()]{0,300})\)\s*)?$/.exec(text) ?? [];
  return number === undefined ? null : { number: Number(number), note: note.trim() };
}
const noted = (most: number) =>
  z
    .custom<number | string>(
      (value) => isWithin(typeof value === "string" ? numberWithNote(value)?.number : value, most),
      mustBe(`a number from 0 to ${most}, which a note may follow as in "17 (natural armor)"`),
    )
    .nullish();
const rating = z
  .custom<number | string>(
    (value) => isWithin(typeof value === "string" ? parseRating(value) : value, 100),
    mustBe("a number from 0 to 100, or a fraction such as 1/4"),
  )
  .nullish();

/** An entry of this kind: the fields that lookups filter on have types, all others may be anything. */
const entryOf = <Kind extends string, Fields extends z.core.$ZodLooseShape>(kind: Kind, fields: Fields) =>
  z.looseObject({
    kind: z.literal(kind),
    name: nameText,
    key: nameText.nullish(),
    text,
    ...fields,
  });

/** An entry of a kind that its pack declares. */
const declaredEntry = z.looseObject({ kind: z.string(), name: nameText, key: nameText.nullish(), text });

/** The schema for entries of a pack that declares these kinds. */
export function entrySchema(declared: readonly string[]) {
  const known = knownEntry([...entryKinds, ...declared]);
  return {
    safeParse: (value: unknown) => {
      const kind = typeof value === "object" && value !== null && "kind" in value ? value.kind : undefined;
      const isDeclared = typeof kind === "string" && declared.includes(kind) && !isKnownKind(kind);
      return isDeclared ? declaredEntry.safeParse(value) : known.safeParse(value);
    },
  };
}

/** An entry of one of Galley's kinds; `all` are those that the error lists. */
const knownEntry = (all: readonly string[]) =>
  z.discriminatedUnion(
    "kind",
    [
      entryOf("spell", {
        level: whole(99),
        school: text,
        casting_time: text,
        concentration: flag,
        ritual: flag,
        class_key: texts,
        classes: texts,
        damage_type: texts,
        damage_types: texts,
      }),
      entryOf("creature", {
        challenge_rating: rating,
        type: text,
        size: text,
        armor_class: noted(1e6),
        hit_points: noted(1e9),
      }),
      entryOf("equipment", {
        item_type: text,
        rarity: text,
        cost: number(1e12),
        weight: number(1e12),
        damage_dice: text,
        is_finesse: flag,
        is_light: flag,
        is_magic: flag,
      }),
      entryOf("character_option", { option_type: text }),
      entryOf("rule", { rule_type: text, section: text }),
    ],
    {
      error({ code, input }) {
        if (code !== "invalid_union") return `must be an object, not ${describeFound(input)}`;
        const { kind } = input as { kind?: unknown };
        const kinds = all.slice(0, MAX_NAMED).join(", ");
        return kind === undefined
          ? `is required, one of ${kinds}`
          : `must be one of ${kinds}, not ${describeFound(kind)}`;
      },
    },
  );

/** What a pack says of itself. Its entries are read one by one. */
export const packSchema = z.object({
  document: textWith(keyError),
  title: line,
  license: longText(200_000),
  publisher: line,
  credit: longText(20_000),
  kinds: kindsSchema,
});
