export { IconArrowsSplit2 as Icon } from '@tabler/icons-react';
