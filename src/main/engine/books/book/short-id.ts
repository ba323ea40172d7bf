/**
 * Short ids with error detection: five characters and two check characters, a Reed–Solomon code over 32 characters. Two ids differ in at
 * least three positions, so one or two typing errors, or two swapped characters, never make a valid id.
 */
const signs = "abcdefghijkmnpqrstuvwxyz23456789";
const DATA_LENGTH = 5;
const shape = /^[a-km-np-z2-9]{7}$/;

/** Powers of a generator of the field of 32 elements (x⁵ + x² + 1), and the exponent of each element. */
const powers: number[] = [];
const exponents: number[] = [];
for (let exponent = 0, value = 1; exponent < 31; exponent++) {
  powers[exponent] = value;
  exponents[value] = exponent;
  value <<= 1;
  if (value & 32) value ^= 0b100101;
}

const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (powers[((exponents[a] ?? 0) + (exponents[b] ?? 0)) % 31] ?? 0);

/** How many ids there are. */
export const shortIdCount = 32 ** DATA_LENGTH;

/** The id of a number, modulo `shortIdCount`. */
export function shortId(number: number): string {
  const values: number[] = [];
  for (let rest = number % shortIdCount, index = 0; index < DATA_LENGTH; index++) {
    values.push(rest % 32);
    rest = Math.floor(rest / 32);
  }
  return [...values, ...checksOf(values)].map((value) => signs[value]).join("");
}

/** Whether a text has the form of an id and its check characters are right. */
export function isShortId(id: string): boolean {
  if (!shape.test(id)) return false;
  const values = [...id].map((sign) => signs.indexOf(sign));
  const checks = checksOf(values.slice(0, DATA_LENGTH));
  return checks.every((check, index) => check === values[DATA_LENGTH + index]);
}

/** The two check values that make the sum of all values, and their sum weighted by position, zero. */
function checksOf(values: readonly number[]): [number, number] {
  let sum = 0;
  let weighted = 0;
  for (const [index, value] of values.entries()) {
    sum ^= value;
    weighted ^= times(value, powers[index] ?? 0);
  }
  // c + d = sum, c·x⁵ + d·x⁶ = weighted: solve for d, then for c.
  const [fifth = 0, sixth = 0] = [powers[DATA_LENGTH], powers[DATA_LENGTH + 1]];
  const inverse = powers[(31 - (exponents[fifth ^ sixth] ?? 0)) % 31] ?? 0;
  const last = times(weighted ^ times(sum, fifth), inverse);
  return [sum ^ last, last];
}
