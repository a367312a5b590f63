export { IconCalendar as Icon } from '@tabler/icons-react';
