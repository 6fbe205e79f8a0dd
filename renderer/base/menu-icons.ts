import {
  IconBuildingBank,
  IconGauge,
  IconList,
  IconPlugConnected,
  IconSettings,
  IconTable,
  IconWand,
} from '@tabler/icons-react';

/** Menu entries in display order. Separate from the pages so that the build can render the menu. */
export const MENU_ICONS = {
  overview: IconGauge,
  transactions: IconList,
  accounts: IconBuildingBank,
  rules: IconWand,
  connections: IconPlugConnected,
  workbook: IconTable,
  settings: IconSettings,
} as const;
