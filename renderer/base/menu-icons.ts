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

/** The entries of the menu, in their order; apart from the pages themselves, so that a build can draw the menu by it. */
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
