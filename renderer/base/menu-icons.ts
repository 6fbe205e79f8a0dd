import {
  IconBuildingBank,
  IconCalendarTime,
  IconEye,
  IconGauge,
  IconHistory,
  IconKey,
  IconList,
  IconPlugConnected,
  IconRobot,
  IconSettings,
  IconTable,
  IconWand,
} from '@tabler/icons-react';

/** Menu entries in display order. Separate from the pages so that the build can render the menu. */
export const MENU_ICONS = {
  overview: IconGauge,
  accounts: IconBuildingBank,
  activity: IconHistory,
  preview: IconEye,
  transactions: IconList,
  rules: IconWand,
  connections: IconPlugConnected,
  workbook: IconTable,
  tokens: IconKey,
  agents: IconRobot,
  schedule: IconCalendarTime,
  settings: IconSettings,
} as const;
