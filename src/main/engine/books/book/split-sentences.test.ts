import { expect, it } from "vitest";
import { splitSentences } from "./split-sentences";

it("a text is divided after the signs that end a sentence, in every script, and not within a number or before a small letter", () => {
  const divided = (text: string) => splitSentences(text).join(" | ");
  expect(divided("He came. “Who?” she asked.  Nobody!  It was 3.14 m.")).toBe(
    "He came. | “Who?” she asked. | Nobody! | It was 3.14 m.",
  );
  expect(divided("Он пришёл. «Кто там?» Никто… а потом ушёл.")).toBe("Он пришёл. | «Кто там?» | Никто… а потом ушёл.");
  expect(divided("他来了。「谁？」她问。没有人！")).toBe("他来了。 | 「谁？」 | 她问。 | 没有人！");
  expect(divided("جاء الليل. لم يأت أحد؟ نعم.")).toBe("جاء الليل. | لم يأت أحد؟ | نعم.");
  expect([divided("One. * * *"), divided("..."), divided("")]).toEqual(["One. * * *", "", ""]);
});
