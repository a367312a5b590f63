export { IconCursorText as Icon } from '@tabler/icons-react';
