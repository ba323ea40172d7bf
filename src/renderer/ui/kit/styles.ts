// The style sheets of the kit in their order: the classes for words and arrangement are last, so that a component may have one of them.
import "./badge.css";
import "./button.css";
import "./callout.css";
import "./dialog.css";
import "./empty-state.css";
import "./field.css";
import "./list.css";
import "./popover.css";
import "./tabs.css";
import "./toolbar.css";
import "./tree.css";
import "./text.css";
import "./layout.css";
