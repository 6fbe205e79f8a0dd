// The health check of the container. Plain http is enough: a service that listens and responds redirects it to https (308).
const port = process.env.PENNYROW_PORT || 28_400;
try {
  const { status } = await fetch(`http://127.0.0.1:${port}/`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(8000),
  });
  process.exitCode = status === 308 ? 0 : 1;
} catch {
  process.exitCode = 1;
}
