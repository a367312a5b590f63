/** Words that find their drawer: the picture of a list without entities (ENTITY-003). Decoration; the words beside it tell. */
export function EmptyPicture() {
  return (
    <svg width="180" height="116" viewBox="0 0 180 116" fill="none" aria-hidden data-picture="entities">
      <rect x="34" y="56" width="112" height="52" rx="8" fill="var(--app-sunken)" stroke="var(--app-line-strong)" strokeWidth="1.5" />
      <path d="M34 74h38l6 9h24l6-9h38" stroke="var(--app-line-strong)" strokeWidth="1.5" />
      <g transform="rotate(-9 54 32)">
        <rect x="26" y="22" width="58" height="20" rx="10" fill="var(--mantine-color-blue-light)" />
        <path d="M38 32h34" stroke="var(--mantine-color-blue-light-color)" strokeWidth="3" strokeLinecap="round" />
      </g>
      <g transform="rotate(6 122 28)">
        <rect x="94" y="18" width="60" height="20" rx="10" fill="var(--mantine-color-teal-light)" />
        <path d="M106 28h22M134 28h8" stroke="var(--mantine-color-teal-light-color)" strokeWidth="3" strokeLinecap="round" />
      </g>
      <g>
        <rect x="64" y="40" width="52" height="20" rx="10" fill="var(--mantine-color-orange-light)" />
        <path d="M76 50h28" stroke="var(--mantine-color-orange-light-color)" strokeWidth="3" strokeLinecap="round" />
      </g>
      <path d="M90 4v8M18 56l6 3M162 54l-6 4" stroke="var(--app-line-strong)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
