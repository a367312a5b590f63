export { IconMoodSmile as Icon } from '@tabler/icons-react';
