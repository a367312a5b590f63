export { IconMessage as Icon } from '@tabler/icons-react';
