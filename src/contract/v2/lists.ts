import * as z from 'zod/mini';

export const categoriesResponse = z
  .strictObject({
    categories: z
      .array(z.string())
      .check(z.meta({ description: 'Names in the order of the Categories sheet, each once.' })),
  })
  .check(z.meta({ id: 'Categories', examples: [{ categories: ['Groceries', 'Rent', 'Salary'] }] }));

function bound(which: 'Lower' | 'Upper') {
  return z.string().check(
    z.regex(/^(-?\d+\.\d{2,})?$/),
    z.meta({
      description: `${which} bound of the signed amount, inclusive; empty when there is none.`,
      example: '-100.00',
    }),
  );
}

const rule = z
  .strictObject({
    description: z.string().check(
      z.meta({
        description: 'A piece of the description; `*` is any run of characters, `/.../` a regular expression.',
        example: 'green grocer',
      }),
    ),
    category: z.string().check(z.meta({ description: 'The category that a match gets.', example: 'Groceries' })),
    minAmount: bound('Lower'),
    maxAmount: bound('Upper'),
  })
  .check(z.meta({ id: 'Rule', description: 'One row of the Rules sheet; the first that matches wins.' }));

export const rulesResponse = z
  .strictObject({ rules: z.array(rule).check(z.meta({ description: 'In the order of the Rules sheet.' })) })
  .check(
    z.meta({
      id: 'Rules',
      examples: [
        { rules: [{ description: 'green grocer', category: 'Groceries', minAmount: '-100.00', maxAmount: '' }] },
      ],
    }),
  );
