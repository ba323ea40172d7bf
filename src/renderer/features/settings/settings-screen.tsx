import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { type ComponentType, createContext, Suspense, useContext, useState } from "react";
import { type SettingName, settingKinds } from "../../../shared/settings";
import "./settings.css";
import { CloseIcon } from "../../ui/icons";
import { Button, IconButton } from "../../ui/kit/button";
import { ListButton } from "../../ui/kit/list";
import { LiveRegion, NoticeList } from "../../ui/kit/notice-list";
import { SearchField } from "../../ui/kit/search-field";
import { messages } from "../../ui/messages";
import { useModal } from "../../ui/use-modal";
import { useBridge, useLayout, useNotices, useTabs, useVersion } from "../../workbench/api/parts";
import { AccentSetting } from "./accent-setting";
import { AgentCommandsSetting } from "./agent-commands-setting";
import { ColourThemeSetting } from "./colour-theme-setting";
import { ChoiceSetting, FlagSetting, NumberSetting } from "./controls";
import { findSettings } from "./find-settings";
import { FontSetting } from "./font-setting";
import { HttpPortSetting } from "./http-port-setting";
import { ImageFolderSetting } from "./image-folder-setting";
import { KeyList } from "./keys/key-list";
import { LanguagesSetting } from "./languages-setting";
import { settingsMessages } from "./messages";
import { type SectionId, sections } from "./sections";
import { TextSetting } from "./text-setting";
import { ToolSetsSetting } from "./tool-sets-setting";

/** Parts of the dialog that other features provide: the details of the HTTP server, and the tools that run without asking. */
export type SettingsParts = { HttpServer: ComponentType; GrantedTools: ComponentType };

const PartsContext = createContext<SettingsParts | null>(null);

/** The view state of the settings. Kept while they are closed, and across a change of language, which remounts them. */
const $view = atom<{ section: SectionId; query: string; focus: string | null }>({
  section: "appearance",
  query: "",
  focus: null,
});
const go = (some: Partial<ReturnType<typeof $view.get>>) => $view.set({ ...$view.get(), ...some });

/** The settings dialog. Changes apply immediately. */
export default function SettingsScreen({ parts }: { parts: SettingsParts }) {
  const layout = useLayout();
  const tabs = useTabs();
  const { section, query } = useStore($view);
  // Read before the dialog takes the focus, which overwrites it below.
  const [focus] = useState($view.get().focus);
  const found = query.trim() === "" ? null : findSettings(query);
  const t = settingsMessages;
  const dialog = useModal({
    onShow(element) {
      const typed = layout.settingsFocused();
      if (layout.settingsPart() === "approvals") go({ section: "agents", query: "" });
      else if (typed !== "") go({ query: typed });
      else if (focus !== null) element.querySelector<HTMLElement>(focus)?.focus();
    },
    // A change of language has remounted the view.
    onFocusLost() {
      const active = tabs.$active.get();
      if (active !== null) tabs.activate(active);
    },
  });

  return (
    // biome-ignore lint/correctness/noRestrictedElements: it fills the window
    <dialog
      ref={dialog}
      className="settings"
      aria-labelledby="settings-heading"
      onClose={layout.closeScreen}
      onFocus={(event) => {
        // Remember the focused control: a change of language remounts the view.
        const setting = event.target.closest<HTMLElement>("[data-setting]")?.dataset["setting"];
        const value = event.target instanceof HTMLInputElement ? event.target.value : "";
        $view.value.focus = setting ? `[data-setting="${setting}"] [value="${CSS.escape(value)}"]` : null;
      }}
    >
      <header className="settings-head toolbar">
        <h1 id="settings-heading" className="large">
          {t.heading}
        </h1>
        <search>
          <SearchField label={t.search} query={query} search={(text) => go({ query: text })} />
        </search>
        <IconButton label={t.close} onClick={layout.closeScreen}>
          <CloseIcon />
        </IconButton>
      </header>
      <nav className="settings-nav column" aria-label={t.sectionsLabel}>
        {sections.map(({ id }) => (
          <ListButton
            key={id}
            aria-current={found === null && id === section ? "page" : undefined}
            onClick={() => go({ section: id, query: "" })}
          >
            {t.sections[id]}
          </ListButton>
        ))}
      </nav>
      <div className="settings-body" tabIndex={-1} key={found === null ? section : "found"}>
        <PartsContext value={parts}>
          {found === null ? <Section id={section} /> : <SearchResults names={found} query={query.trim()} />}
        </PartsContext>
      </div>
      {/* The dialog is modal and covers the window's own notices and live region, so it has its own. */}
      <NoticeList />
      <LiveRegion />
    </dialog>
  );
}

function Section({ id }: { id: SectionId }) {
  const { settings = [], text = [] } = sections.find((section) => section.id === id) ?? {};
  return (
    <section aria-labelledby="section-heading">
      <h2 id="section-heading">{settingsMessages.sections[id]}</h2>
      {settings.map((name) => (
        <Setting key={name} name={name} />
      ))}
      {text.length > 0 ? (
        <>
          <h2 className="settings-part">{settingsMessages.text}</h2>
          <Sample />
        </>
      ) : null}
      {text.map((name) => (
        <Setting key={name} name={name} />
      ))}
      {id === "files" ? <SettingsFile /> : null}
      {id === "agents" ? (
        <>
          <Connect />
          <Models />
          <Part name="GrantedTools" />
        </>
      ) : null}
      {id === "about" ? <About /> : null}
    </section>
  );
}

function SearchResults({ names, query }: { names: SettingName[]; query: string }) {
  return (
    <section aria-label={settingsMessages.search}>
      <p className="below soft" role="status">
        {names.length > 0 ? settingsMessages.results(names.length) : settingsMessages.none(query)}
      </p>
      {names.length === 0 ? <Button onClick={() => go({ query: "" })}>{settingsMessages.clearSearch}</Button> : null}
      {names.map((name) => (
        <Setting key={name} name={name} />
      ))}
    </section>
  );
}

/** The control for the kind of setting; some settings have their own. */
function Setting({ name }: { name: SettingName }) {
  switch (name) {
    case "colourTheme":
      return <ColourThemeSetting />;
    case "accent":
      return <AccentSetting />;
    case "textFont":
    case "codeFont":
      return <FontSetting name={name} />;
    case "imageFolder":
      return <ImageFolderSetting />;
    case "spellingLanguages":
      return <LanguagesSetting />;
    case "grammarRulesOff":
    case "dailyFolder":
    case "dailyFormat":
    case "templateFolder":
    case "agentRegistry":
      return <TextSetting name={name} />;
    case "keys":
      return <KeyList />;
    case "httpDoor":
      return (
        <>
          <FlagSetting name="httpDoor" />
          <Part name="HttpServer" />
        </>
      );
    case "httpPort":
      return <HttpPortSetting />;
    case "agentCommands":
      return <AgentCommandsSetting />;
    case "httpTools":
    case "panelTools":
      return <ToolSetsSetting name={name} />;
    default:
      return <PlainSetting name={name} />;
  }
}

function Part({ name }: { name: keyof SettingsParts }) {
  const Component = useContext(PartsContext)?.[name];
  return <Suspense fallback={null}>{Component ? <Component /> : null}</Suspense>;
}

type PlainName = Exclude<SettingName, "accent" | "textFont" | "codeFont" | "imageFolder" | "keys">;

function PlainSetting({ name }: { name: PlainName }) {
  const { kind } = settingKinds[name];
  if (kind === "choice") return <ChoiceSetting name={name as Parameters<typeof ChoiceSetting>[0]["name"]} />;
  if (kind === "flag") return <FlagSetting name={name as Parameters<typeof FlagSetting>[0]["name"]} />;
  return <NumberSetting name={name as Parameters<typeof NumberSetting>[0]["name"]} />;
}

/** Sample text in the document font. */
function Sample() {
  const { heading, text } = settingsMessages.sample;
  return (
    <figure className="type-sample" aria-hidden="true">
      <p className="type-sample-heading">{heading}</p>
      <p>{text}</p>
    </figure>
  );
}

function SettingsFile() {
  const bridge = useBridge();
  const notices = useNotices();
  const { title, about, action } = settingsMessages.file;
  const open = async () => {
    const answer = await bridge.request("app:open-settings-file", undefined);
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
  };
  return <Action title={title} about={about} action={action} run={() => void open()} />;
}

function Connect() {
  const layout = useLayout();
  const { title, about, action } = settingsMessages.connect;
  return <Action title={title} about={about} action={action} run={layout.showConnect} />;
}

function Models() {
  const layout = useLayout();
  const { title, about, action } = settingsMessages.models;
  return <Action title={title} about={about} action={action} run={layout.showSetup} />;
}

function Action(props: { title: string; about: string; action: string; run(): void }) {
  return (
    <div className="setting">
      <div className="setting-words">
        <h3>{props.title}</h3>
        <p className="prose soft">{props.about}</p>
      </div>
      <div className="setting-control column">
        <Button onClick={props.run}>{props.action}</Button>
      </div>
    </div>
  );
}

function About() {
  const version = useVersion();
  const { version: formatVersion, lead, fonts } = settingsMessages.about;
  return (
    <div className="stack spaced ends prose">
      <p className="settings-name text-font">{messages.galley}</p>
      <p className="faint">{formatVersion(version)}</p>
      <p>{lead}</p>
      <p className="faint">{fonts}</p>
    </div>
  );
}
