export { IconDatabase as Icon } from '@tabler/icons-react';
