export interface GuidePage {
  readonly title: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  readonly html: string;
}
