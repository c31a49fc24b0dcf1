import './voice-box.ts';
