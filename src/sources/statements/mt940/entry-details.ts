/** What a ":86:" says, each part as one text, or empty. */
export interface EntryDetails {
  /** Whom the money came from or went to. */
  readonly party: string;
  readonly purpose: string;
  /** The bank's words for the kind of payment. */
  readonly kind: string;
  /** The payer's own reference for the payment. */
  readonly reference: string;
}
