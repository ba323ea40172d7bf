import { type FormEvent, useId, useState } from "react";
import { Button } from "../../../ui/kit/button";
import { LanguageField } from "../language-field";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";

/** Asks for the target language of a book that has none yet. */
export function LanguageQuestion() {
  const { model } = useBook();
  const [language, setLanguage] = useState("");
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const t = bookMessages.language;
  const set = async (event: FormEvent) => {
    event.preventDefault();
    if (language.trim() === "") return;
    setBusy(true);
    await model.setLanguage(language.trim()).finally(() => setBusy(false));
  };
  return (
    <form className="book-question" aria-labelledby={id} onSubmit={set}>
      <h3 id={id}>{t.heading}</h3>
      <p className="soft">{t.lead}</p>
      <p className="book-question-field in-line above-large">
        <LanguageField label={t.label} value={language} change={setLanguage} placeholder={t.code("zh-CN")} />
        <Button type="submit" kind="main" disabled={isBusy || language.trim() === ""}>
          {t.set}
        </Button>
      </p>
    </form>
  );
}
