import type { Foreign } from "./foreign-list";

/** Whether a value is an object with fields. */
export const isForeign = (value: unknown): value is Foreign =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list as it is, nothing as an empty one, and any other value as the only one of its list. */
export const listIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** The texts among the values of a list. */
export const textsIn = (value: unknown): string[] => listIn(value).filter((each) => typeof each === "string");

/** A finite number from 0; null for anything else. */
export const numberOr = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
