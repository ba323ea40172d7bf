import { expect, test } from "vitest";
import { withoutHiddenComments } from "./without-hidden-comments";

test.each([
  ["a %%b%% c\n\n%%d\ne%% f", "a  c\n\n f"],
  ["a\n\n%%\nhidden\n\n# more\n%%\n\nb", "a\n\n\nb"],
  ["`%%code%%` and 100%% of 20%%", "`%%code%%` and 100%% of 20%%"],
  ["```\n%%\nx\n%%\n%%y%%\n```\n%%z%%", "```\n%%\nx\n%%\n%%y%%\n```\n"],
  ["%%never closed\n\nnext%%", "%%never closed\n\nnext%%"],
  ["no comment\r\n", "no comment\r\n"],
])("%j becomes %j", (text, expected) => {
  expect(withoutHiddenComments(text)).toBe(expected);
});
