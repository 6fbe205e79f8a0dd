import { useAccountAnswer } from './account-context.tsx';

export function useCategories(): string[] {
  return [...new Set(useAccountAnswer('rule.categories').data)];
}

export function CategoryList({ id }: { readonly id: string }) {
  return (
    <datalist id={id}>
      {useCategories().map((category) => (
        <option key={category}>{category}</option>
      ))}
    </datalist>
  );
}
