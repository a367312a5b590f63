export { IconAdjustmentsAlt as Icon } from '@tabler/icons-react';
