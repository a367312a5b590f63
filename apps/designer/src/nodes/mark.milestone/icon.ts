export { IconFlag3 as Icon } from '@tabler/icons-react';
