export { IconRefresh as Icon } from '@tabler/icons-react';
