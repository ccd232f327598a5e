// Runs the page's code once its frame has been painted: what is seen first is there before all else is read.
{
  let ran = false;
  const run = () => {
    if (ran) return;
    ran = true;
    const script = document.createElement("script");
    script.textContent = document.getElementById("main").textContent;
    document.body.append(script);
  };
  requestAnimationFrame(() => setTimeout(run));
  setTimeout(run, 1000); // where nothing is painted: a tab in the background
}
