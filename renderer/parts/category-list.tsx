import { useAccountAnswer } from './account-context.tsx';

export function useCategories(): string[] {
  const { data: categories = [] } = useAccountAnswer('rule.categories');
  return [...new Set(categories)];
}

/** For a field's `list`. */
export function CategoryList({ id, categories }: { readonly id: string; readonly categories: readonly string[] }) {
  return (
    <datalist id={id}>
      {categories.map((category) => (
        <option key={category}>{category}</option>
      ))}
    </datalist>
  );
}
