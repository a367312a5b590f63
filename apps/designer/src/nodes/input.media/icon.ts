export { IconPaperclip as Icon } from '@tabler/icons-react';
