export { IconFlag as Icon } from '@tabler/icons-react';
