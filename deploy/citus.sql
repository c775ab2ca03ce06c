-- Spreads bars and indicators over the nodes of a Citus cluster, each row to where its stock's others are. Run it
-- once, on the coordinator, after the schema was migrated and while no Stockbook runs: docs/operations.md.

-- What both of them refer to is on every node.
select create_reference_table('user_account');
select create_reference_table('stock');

select create_distributed_table('price_bar', 'stock_id');
select create_distributed_table('calculated_indicator', 'stock_id', colocate_with => 'price_bar');
