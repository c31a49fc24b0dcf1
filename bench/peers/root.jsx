import { Lottie } from '@remotion/lottie';
import { useEffect, useState } from 'react';
import {
  AbsoluteFill,
  Composition,
  continueRender,
  delayRender,
  registerRoot,
  staticFile,
} from 'remotion';

function Animation({ file }) {
  const [handle] = useState(() => delayRender('animation'));
  const [data, setData] = useState(null);
  useEffect(() => {
    fetch(staticFile(file))
      .then((answer) => answer.json())
      .then((json) => {
        setData(json);
        continueRender(handle);
      });
  }, [file, handle]);
  return (
    <AbsoluteFill style={{ backgroundColor: 'white' }}>
      {data && <Lottie animationData={data} style={{ width: '100%', height: '100%' }} />}
    </AbsoluteFill>
  );
}

registerRoot(() => (
  <Composition
    id="lottie"
    component={Animation}
    width={1920}
    height={1080}
    fps={30}
    durationInFrames={1}
    defaultProps={{ file: '', width: 1920, height: 1080, fps: 30, frames: 1 }}
    calculateMetadata={({ props: { width, height, fps, frames } }) => ({
      width,
      height,
      fps,
      durationInFrames: frames,
    })}
  />
));
