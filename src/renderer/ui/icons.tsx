import type { ReactNode } from "react";

/** Wraps a 16-unit drawing in an `<svg>`. */
export const icon = (children: ReactNode) =>
  function Icon() {
    return (
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        {children}
      </svg>
    );
  };

/** 16-unit line icons in the text colour. They are decorative: the control beside them has the accessible name. */
export const ChevronIcon = icon(<path d="M6 4l4 4-4 4" />);
export const CloseIcon = icon(<path d="M4.5 4.5l7 7m0-7l-7 7" />);
export const PlusIcon = icon(<path d="M8 3.5v9M3.5 8h9" />);
export const SidebarIcon = icon(
  <>
    <rect x="2" y="3" width="12" height="10" rx="1.5" />
    <path d="M6 3v10" />
  </>,
);
export const PanelIcon = icon(
  <path d="M3.5 3h9a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1H8L5 14v-2.5H3.5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM5.5 6h5M5.5 8.5h3" />,
);
export const SplitIcon = icon(
  <>
    <rect x="2" y="3" width="12" height="10" rx="1.5" />
    <path d="M8 3v10" />
  </>,
);
export const FolderIcon = icon(
  <path d="M2 5a1 1 0 0 1 1-1h3.2l1.5 1.6H13a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z" />,
);
export const DocumentIcon = icon(<path d="M4 2.5h5.2L12.5 5.8v7.7h-8.5zM9 2.5v3.5h3.5M6 8.5h4.5M6 10.8h4.5" />);
export const FileIcon = icon(<path d="M4 2.5h5.2L12.5 5.8v7.7h-8.5zM9 2.5v3.5h3.5" />);
export const NewFileIcon = icon(<path d="M12.5 7V5.8L9.2 2.5H4v11h3.5M9 2.5v3.5h3.5M11.5 9.5v5M9 12h5" />);
export const NewFolderIcon = icon(
  <path d="M7.5 13H3a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h3.2l1.5 1.6H13a1 1 0 0 1 1 1v1.2M11.5 9.5v5M9 12h5" />,
);
export const CollapseIcon = icon(<path d="M4.5 3l3.5 3.5L11.5 3M4.5 13L8 9.5l3.5 3.5" />);
export const ReplaceIcon = icon(
  <path d="M3 4.5h6.5a2 2 0 0 1 2 2v1M9.5 6l2 2 2-2M3 4.5l1.8-1.8M3 4.5l1.8 1.8M9 11h4v3H9z" />,
);
export const ReplaceAllIcon = icon(
  <path d="M3 4h6.5a2 2 0 0 1 2 2v1M9.5 5.5l2 2 2-2M3 4l1.8-1.8M3 4l1.8 1.8M9.5 10.5h4v3.5h-4zM2.5 10.5h4v3.5h-4z" />,
);
export const OutlineIcon = icon(<path d="M2.5 4h7M5 8h8.5M5 12h6" />);
export const SearchIcon = icon(<path d="M7 2.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4zM10.2 10.2l3.3 3.3" />);
export const ShareIcon = icon(
  <path d="M5.8 7.3a2.1 2.1 0 1 0 0-4.2 2.1 2.1 0 0 0 0 4.2zM2 12.9c0-2.2 1.6-3.8 3.8-3.8s3.8 1.6 3.8 3.8M10.3 3.3a2.1 2.1 0 0 1 0 3.9M11.4 9.4c1.6.4 2.6 1.7 2.6 3.5" />,
);
export const CommentIcon = icon(<path d="M2.5 3.2h11v7.6H7.4L4.6 13v-2.2H2.5zM5 5.8h6M5 8.2h4" />);
export const ReviewIcon = icon(<path d="M2.5 4h6M2.5 7.5h5M2.5 11h3.5M8 10.8l2 2 3.8-4.3" />);
export const TagIcon = icon(<path d="M6.2 2.8L4.9 13.2M11.1 2.8L9.8 13.2M3 6h10.4M2.6 10h10.4" />);
export const LibraryIcon = icon(<path d="M3 2.8h2.6v10.4H3zM5.6 2.8h2.6v10.4H5.6zM9 4l2.4-.7 2.6 9.6-2.4.7z" />);
export const PreviewIcon = icon(
  <path d="M8 4.6C6.7 3.6 4.8 3.2 2.5 3.3v8.9c2.3-.1 4.2.3 5.5 1.3 1.3-1 3.2-1.4 5.5-1.3V3.3C11.2 3.2 9.3 3.6 8 4.6zM8 4.6v8.9" />,
);
export const HistoryIcon = icon(
  <>
    <path d="M3 8a5 5 0 1 0 1.6-3.7L3 5.8M3 2.8v3h3" />
    <path d="M8 5.3V8l2 1.4" />
  </>,
);
export const AgentIcon = icon(
  <>
    <path d="M8 2.2l1.4 3.9 3.9 1.4-3.9 1.4L8 12.8l-1.4-3.9-3.9-1.4 3.9-1.4z" />
    <path d="M12.6 11v3M11.1 12.5h3" />
  </>,
);
export const MoreIcon = icon(
  <path d="M3 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M7.4 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M11.8 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0" />,
);
export const PauseIcon = icon(<path d="M5.5 3.5v9M10.5 3.5v9" />);
export const UpIcon = icon(<path d="M8 13V3.5M4 7.5l4-4 4 4" />);
export const DownIcon = icon(<path d="M8 3v9.5M4 8.5l4 4 4-4" />);
export const ConflictIcon = icon(<path d="M8 2.7l6 10.6H2zM8 6.7v3.2M8 11.4v.3" />);
export const CopyIcon = icon(<path d="M6 5.5h6.5v8H6zM10 5.5v-3H3.5v8H6" />);
export const StarIcon = icon(
  <path d="M8 2.2l1.75 3.7 4 .55-2.9 2.85.7 4.05L8 11.4l-3.55 1.95.7-4.05-2.9-2.85 4-.55z" />,
);
