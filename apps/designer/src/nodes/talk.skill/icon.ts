export { IconRobot as Icon } from '@tabler/icons-react';
