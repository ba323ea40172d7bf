import { Component, type ReactNode } from "react";
import { words } from "./messages";

/** Contains a rendering error in one view; the document and the other views keep working. */
export class RoomBoundary extends Component<{ children: ReactNode }, { why: string | null }> {
  override state: { why: string | null } = { why: null };

  static getDerivedStateFromError(trouble: unknown) {
    return { why: trouble instanceof Error ? trouble.message : String(trouble) };
  }

  override render() {
    const { why } = this.state;
    if (why === null) return this.props.children;
    return (
      <div className="room-failed" role="alert">
        <p>{words.roomFailed}</p>
        <p className="faint">{why}</p>
        <button type="button" className="button" onClick={() => this.setState({ why: null })}>
          {words.tryAgain}
        </button>
      </div>
    );
  }
}
