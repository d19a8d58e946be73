//! Following `next`, the choice that lets nothing go wrong, until nothing is left to do.

use five_slots::sim::World;

/// How many messages are on the wire, and how many batches somebody waits for.
fn outstanding(world: &World) -> (usize, usize) {
    let mut waiting = 0;
    for id in world.partitions().keys() {
        let replicas = world.replicas(*id);
        waiting += replicas.map_or(0, |replicas| replicas.waiting.len());
    }
    (world.wire().len() + waiting, world.waiting().count())
}

/// Follows `next` to its end, which always comes; or says what is wrong with it. Returns how many
/// events it took.
pub(crate) fn follow(world: &World) -> Result<usize, String> {
    let (messages, batches) = outstanding(world);
    // A request and its answer take two events; with a retry it is three, and whoever is given a
    // new number sets out once more. Every life can begin its numbering anew while that goes on.
    let mut bound = 2 * messages + 5 * batches * (1 + world.partitions().len());
    if world
        .brokers()
        .iter()
        .any(|broker| !broker.up || broker.paused)
        || world.brokers().len() > 1
    {
        // Each partition may need each broker back, and what was sent to the wrong one goes again.
        bound = 2 * bound + 3 * world.brokers().len() * world.partitions().len();
    }
    let mut now = world.clone();
    for done in 0..=bound {
        let Some(event) = now.next() else {
            return match outstanding(&now) {
                (0, 0) => Ok(done),
                _ => Err("next ends, and something is outstanding".to_owned()),
            };
        };
        let applied = now.apply(&event);
        now = applied
            .map_err(|why| format!("next is impossible: {why}"))?
            .0;
    }
    Err(format!("next does not end within {bound} events"))
}
