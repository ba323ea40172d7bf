import { Component, type ReactNode } from "react";
import { giveFocusBack } from "../early-typing";
import { messages } from "../messages";
import { Button } from "./button";

/** Contains a rendering error in one view; the document and the other views keep working. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { reason: string | null }> {
  override state: { reason: string | null } = { reason: null };

  static getDerivedStateFromError(error: unknown) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }

  /** A view that cannot be loaded does not take the focus. */
  override componentDidCatch() {
    giveFocusBack();
  }

  override render() {
    const { reason } = this.state;
    if (reason === null) return this.props.children;
    return (
      <div className="pane-failed stack spaced start inset-large" role="alert">
        <p>{messages.viewFailed}</p>
        <p className="faint">{reason}</p>
        <Button onClick={() => this.setState({ reason: null })}>{messages.tryAgain}</Button>
      </div>
    );
  }
}
