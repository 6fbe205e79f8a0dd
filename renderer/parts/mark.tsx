export function Mark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect x="2" y="4" width="28" height="24" rx="5" fill="var(--mark)" />
      <path d="M7 12h18M7 17h18M7 22h11" stroke="var(--mark-lines)" strokeWidth="2.4" strokeLinecap="round" />
      <circle cx="24" cy="22" r="2.6" fill="var(--mark-penny)" />
    </svg>
  );
}
