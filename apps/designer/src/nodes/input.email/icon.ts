export { IconAt as Icon } from '@tabler/icons-react';
